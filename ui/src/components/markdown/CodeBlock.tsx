// A piece of code with its language and a way to copy it. Colours come when the text is complete and the machine is idle.

import { memo } from "react";
import { CopyButton } from "../CopyButton";
import { cx } from "../cx";
import styles from "./CodeBlock.module.css";
import { useHighlight } from "./highlight";

interface CodeBlockProps {
  code: string;
  language: string;
  open?: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, open = false }: CodeBlockProps) {
  const lines = useHighlight(code, language, !open);
  return (
    <div className={cx(styles.block, language === "" && styles.bare)}>
      <div className={styles.head}>
        {language !== "" && <span>{language}</span>}
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>
          {lines === undefined
            ? code
            : lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move
                <span key={at}>
                  {line.map(([text, color], nth) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <span key={nth} style={color === undefined ? undefined : { color }}>
                      {text}
                    </span>
                  ))}
                  {"\n"}
                </span>
              ))}
        </code>
      </pre>
    </div>
  );
});
