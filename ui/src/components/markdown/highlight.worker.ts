// Colours code away from the page's own thread. Grammars are loaded when they are first needed; colours are names of
// custom properties, so that a change of the theme needs no new run.

import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

export interface Asked {
  id: number;
  code: string;
  language: string;
}

/** Lines of pieces: text, and its colour where it has one. */
export type Coloured = [text: string, color?: string][][];

export interface Told {
  id: number;
  /** Undefined where it could not be done. */
  lines?: Coloured;
}

const GRAMMARS: Record<string, () => Promise<unknown>> = {
  c: () => import("shiki/langs/c.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  shellscript: () => import("shiki/langs/shellscript.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const PLAIN = "var(--code-foreground)";
const theme = createCssVariablesTheme({ name: "reasonix", variablePrefix: "--code-" });
const highlighter = createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() });

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { id, code, language } = data;
  try {
    const made = await highlighter;
    if (!made.getLoadedLanguages().includes(language)) await made.loadLanguage((await GRAMMARS[language]?.()) as never);
    const lines = made.codeToTokensBase(code, { lang: language, theme: "reasonix" });
    const told = lines.map((line) =>
      line.map(({ content, color }): [string, string?] =>
        color === undefined || color === PLAIN ? [content] : [content, color],
      ),
    );
    self.postMessage({ id, lines: told } satisfies Told);
  } catch {
    self.postMessage({ id } satisfies Told);
  }
};
