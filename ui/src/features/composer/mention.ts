// Files named with `@` in the text.

export interface Mention {
  /** Where the `@` stands. */
  at: number;
  /** What is typed behind it. */
  query: string;
}

/** The mention that the caret is in. An `@` in a word, as in an address, is none. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const line = text.slice(Math.max(0, caret - 300), caret);
  const found = /(?:^|[\s(])@([^\s@]*)$/.exec(line);
  return found ? { at: caret - (found[1]?.length ?? 0) - 1, query: found[1] ?? "" } : undefined;
}

/** The text with the path in place of what was typed, and where the caret goes. A folder goes on being asked for. */
export function withPath(text: string, mention: Mention, caret: number, path: string): { text: string; caret: number } {
  const inserted = path.endsWith("/") ? `@${path}` : `@${path} `;
  const after = text.slice(caret);
  const tail = inserted.endsWith(" ") && after.startsWith(" ") ? after.slice(1) : after;
  return { text: text.slice(0, mention.at) + inserted + tail, caret: mention.at + inserted.length };
}
