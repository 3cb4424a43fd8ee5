// A model's Markdown. No HTML in it is ever drawn as HTML, and nothing is fetched from outside.

import { memo, useMemo, useRef } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { type Block, type Cut, cutBlocks, NOTHING } from "./blocks";
import { CodeBlock } from "./CodeBlock";
import { fileReference } from "./file-reference";
import { Link } from "./Link";
import styles from "./Markdown.module.css";

interface MarkdownProps {
  text: string;
  /** The text still grows: its last block is not highlighted yet. */
  open?: boolean;
  /** Opens a file that a code span names. It must stay the same function. */
  onFile?: OpenFile;
}

export type OpenFile = (path: string, line: number | undefined) => void;

export function Markdown({ text, open = false, onFile }: MarkdownProps) {
  const cut = useRef<Cut>(NOTHING);
  cut.current = cutBlocks(text, cut.current);
  const { blocks } = cut.current;
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        <BlockView
          key={block.at}
          source={block.source}
          open={open && index === blocks.length - 1}
          {...(onFile ? { onFile } : {})}
        />
      ))}
    </div>
  );
}

const plugins = [remarkGfm];

type BlockProps = { source: Block["source"]; open: boolean; onFile?: OpenFile };

const BlockView = memo(function BlockView({ source, open, onFile }: BlockProps) {
  const drawn = useMemo(() => components(open, onFile), [open, onFile]);
  return (
    <ReactMarkdown remarkPlugins={plugins} components={drawn}>
      {source}
    </ReactMarkdown>
  );
});

function components(open: boolean, onFile: OpenFile | undefined): Components {
  return {
    code: ({ children, className }) => {
      const named =
        onFile && className === undefined && typeof children === "string" ? fileReference(children) : undefined;
      if (!named) return <code className={className}>{children}</code>;
      return (
        <button type="button" className={styles.file} onClick={() => onFile?.(named.path, named.line)}>
          <code>{children}</code>
        </button>
      );
    },
    a: ({ href, children }) => <Link href={href}>{children}</Link>,
    // A picture from outside would tell its server that it was looked at.
    img: ({ src, alt }) => <Link href={typeof src === "string" ? src : undefined}>{alt || String(src ?? "")}</Link>,
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
      <div className={styles.table} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    pre: ({ node, children }) => {
      const code = node?.children[0];
      if (code?.type !== "element" || code.tagName !== "code") return <pre>{children}</pre>;
      const first = code.children[0];
      const classes = code.properties.className;
      const language = Array.isArray(classes) ? String(classes[0] ?? "").replace(/^language-/, "") : "";
      const text = first?.type === "text" ? first.value.replace(/\n$/, "") : "";
      return <CodeBlock code={text} language={language} open={open} />;
    },
    // Below the title of the session; an answer may begin with any of them.
    h1: ({ children }) => <h2 className={styles.first}>{children}</h2>,
    h2: ({ children }) => <h2 className={styles.second}>{children}</h2>,
    h3: ({ children }) => <h2 className={styles.third}>{children}</h2>,
    h4: ({ children }) => <h3 className={styles.third}>{children}</h3>,
    h5: ({ children }) => <h3 className={styles.third}>{children}</h3>,
    h6: ({ children }) => <h3 className={styles.third}>{children}</h3>,
    input: ({ checked }) => (
      <span role="img" aria-label={checked ? "☑" : "☐"} className={styles.box}>
        {checked ? "☑" : "☐"}
      </span>
    ),
  };
}
