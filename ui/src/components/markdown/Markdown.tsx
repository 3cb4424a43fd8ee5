// A model's Markdown. No HTML in it is ever drawn as HTML, and nothing is fetched from outside.

import { memo, useRef } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { type Block, type Cut, cutBlocks, NOTHING } from "./blocks";
import { CodeBlock } from "./CodeBlock";
import { Link } from "./Link";
import styles from "./Markdown.module.css";

/** `open` while the text still grows: its last block is not highlighted yet. */
export function Markdown({ text, open = false }: { text: string; open?: boolean }) {
  const cut = useRef<Cut>(NOTHING);
  cut.current = cutBlocks(text, cut.current);
  const { blocks } = cut.current;
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        <BlockView key={block.at} source={block.source} open={open && index === blocks.length - 1} />
      ))}
    </div>
  );
}

const plugins = [remarkGfm];

const BlockView = memo(function BlockView({ source, open }: { source: Block["source"]; open: boolean }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={open ? OPEN : FINISHED} skipHtml={false}>
      {source}
    </ReactMarkdown>
  );
});

function components(open: boolean): Components {
  return {
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
    h1: ({ children }) => <h3 className={styles.first}>{children}</h3>,
    h2: ({ children }) => <h4 className={styles.second}>{children}</h4>,
    h3: ({ children }) => <h5 className={styles.third}>{children}</h5>,
    h4: ({ children }) => <h6 className={styles.third}>{children}</h6>,
    input: ({ checked }) => (
      <span role="img" aria-label={checked ? "☑" : "☐"} className={styles.box}>
        {checked ? "☑" : "☐"}
      </span>
    ),
  };
}

const OPEN = components(true);
const FINISHED = components(false);
