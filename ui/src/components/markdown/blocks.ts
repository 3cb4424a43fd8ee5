// Cuts Markdown into its blocks, so that each is parsed and drawn once. While text grows only its open end is cut anew.

import { Lexer } from "marked";

export interface Block {
  /** Where it begins in the text: stable while the text grows. */
  at: number;
  source: string;
}

export interface Cut {
  text: string;
  blocks: readonly Block[];
}

export const NOTHING: Cut = { text: "", blocks: [] };

/** Cuts `text`, going on from `before` where that is its beginning. Finished blocks stay the same objects. */
export function cutBlocks(text: string, before: Cut = NOTHING): Cut {
  if (text === before.text) return before;
  const grows = before.blocks.length > 0 && text.startsWith(before.text);
  // The last block may still take in what follows: a list its next item, a paragraph its next line.
  const kept = grows ? before.blocks.slice(0, -1) : [];
  const from = grows ? (before.blocks.at(-1)?.at ?? 0) : 0;
  return { text, blocks: [...kept, ...lex(text.slice(from), from)] };
}

function lex(source: string, from: number): Block[] {
  const blocks: Block[] = [];
  let at = from;
  // Only where blocks begin and end is needed; what is inside them is parsed when they are drawn.
  for (const token of new Lexer().blockTokens(source, [])) {
    const last = blocks.at(-1);
    if (token.type === "space" && last !== undefined) last.source += token.raw;
    else blocks.push({ at, source: token.raw });
    at += token.raw.length;
  }
  return blocks;
}
