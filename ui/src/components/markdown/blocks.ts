// Cuts Markdown into its blocks, so that each is parsed and drawn once. While text grows only its open end is cut anew.

import { Lexer, type Token } from "marked";

export interface Block {
  /** Where it begins in the text: stable while the text grows. */
  at: number;
  source: string;
  token: Token;
}

export interface Cut {
  text: string;
  blocks: readonly Block[];
  /** Whether addresses of links have names somewhere in the text, as in `[manual]: https://…`. */
  namesLinks: boolean;
}

export const NOTHING: Cut = { text: "", blocks: [], namesLinks: false };

/** Cuts `text`, going on from `before` where that is its beginning. Finished blocks stay the same objects. */
export function cutBlocks(source: string, before: Cut = NOTHING): Cut {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  if (text === before.text) return before;
  const last = before.blocks.at(-1);
  if (last === undefined || before.namesLinks || !text.startsWith(before.text)) return cutFrom(text, 0);
  // The last block may still take in what follows: a list its next item, a paragraph its next line.
  const end = cutFrom(text, last.at);
  // A name may be used in any block before it.
  if (end.namesLinks) return cutFrom(text, 0);
  return { ...end, blocks: [...before.blocks.slice(0, -1), ...end.blocks] };
}

function cutFrom(text: string, from: number): Cut {
  const lexer = new Lexer();
  const blocks: Block[] = [];
  let at = from;
  for (const token of lexer.lex(text.slice(from))) {
    const last = blocks.at(-1);
    if (token.type === "space" && last !== undefined) last.source += token.raw;
    else blocks.push({ at, source: token.raw, token });
    at += token.raw.length;
  }
  return { text, blocks, namesLinks: Object.keys(lexer.tokens.links).length > 0 };
}
