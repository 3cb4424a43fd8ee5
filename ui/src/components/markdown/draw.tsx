// Draws what the parser read. No HTML in it is ever drawn as HTML, and nothing is fetched from outside.

import type { MarkedToken, Token, Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { CodeBlock } from "./CodeBlock";
import { resolved } from "./entities";
import { fileReference } from "./file-reference";
import { Link } from "./Link";
import styles from "./Markdown.module.css";

export type OpenFile = (path: string, line: number | undefined) => void;

export interface Drawing {
  /** The block still grows. */
  open: boolean;
  onFile?: OpenFile | undefined;
}

export function draw(token: Token, drawing: Drawing): ReactNode {
  // Without extensions there are no others.
  const known = token as MarkedToken;
  switch (known.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return around("p", known, drawing);
    case "heading":
      return heading(known, drawing);
    case "code":
      return <CodeBlock code={known.text} language={languageOf(known)} open={drawing.open} />;
    case "list":
      return list(known, drawing);
    case "list_item":
      return around("li", known, drawing);
    case "blockquote":
      return around("blockquote", known, drawing);
    case "table":
      return table(known, drawing);
    case "hr":
      return <hr />;
    case "html":
      return known.block ? <p>{known.raw.trimEnd()}</p> : known.raw;
    case "text":
      if (known.tokens) return around(Fragment, known, drawing);
      return known.escaped === false ? resolved(known.text) : known.text;
    case "escape":
      return known.text;
    case "strong":
    case "em":
    case "del":
      return around(known.type, known, drawing);
    case "br":
      return <br />;
    case "codespan":
      return codeSpan(known.text, drawing.onFile);
    case "link":
      return <Link href={known.autolink ? known.href : resolved(known.href)}>{around(Fragment, known, drawing)}</Link>;
    case "image":
      // A picture from outside would tell its server that it was looked at.
      return <Link href={resolved(known.href)}>{resolved(known.text) || known.href}</Link>;
    case "checkbox":
      return (
        <span role="img" aria-label={known.checked ? "☑" : "☐"} className={styles.box}>
          {known.checked ? "☑" : "☐"}
        </span>
      );
  }
}

/** An element around what is in a token. Its parts have their places for names, as they would written out. */
function around(
  element: Parameters<typeof createElement>[0],
  { tokens = [] }: { tokens?: readonly Token[] },
  drawing: Drawing,
  props?: object,
): ReactNode {
  return createElement(element, props, ...tokens.map((token) => draw(token, drawing)));
}

/** Below the title of the session; an answer may begin with any of them. */
function heading(token: Tokens.Heading, drawing: Drawing): ReactNode {
  const className = [styles.first, styles.second][token.depth - 1] ?? styles.third;
  return around(token.depth > 3 ? "h3" : "h2", token, drawing, { className });
}

function languageOf({ lang }: Tokens.Code): string {
  return resolved(lang ?? "").split(/\s/, 1)[0] ?? "";
}

function list({ ordered, start, items }: Tokens.List, drawing: Drawing): ReactNode {
  const parts = { tokens: items };
  if (ordered) return around("ol", parts, drawing, { start: start === "" ? 1 : start });
  return around("ul", parts, drawing, items.some(({ task }) => task) ? { className: styles.tasks } : {});
}

function table({ header, rows }: Tokens.Table, drawing: Drawing): ReactNode {
  const cell = (of: Tokens.TableCell) =>
    around(of.header ? "th" : "td", of, drawing, of.align === null ? {} : { style: { textAlign: of.align } });
  const row = (cells: Tokens.TableCell[]) => createElement("tr", undefined, ...cells.map(cell));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>{row(header)}</thead>
        {createElement("tbody", undefined, ...rows.map(row))}
      </table>
    </div>
  );
}

/** A span that names a file opens it. */
function codeSpan(text: string, onFile: OpenFile | undefined): ReactNode {
  const named = onFile && fileReference(text);
  if (!named) return <code>{text}</code>;
  return (
    <button type="button" className={styles.file} onClick={() => onFile(named.path, named.line)}>
      <code>{text}</code>
    </button>
  );
}
