// What was written and not sent, per session: in memory while the page lives, and on this machine while it is not too long.

import { readKept, writeKept } from "../../data";

/** A long paste, kept beside the words so that the field stays quick. */
export interface KeptText {
  id: number;
  text: string;
}

export interface Draft {
  text: string;
  kept: readonly KeptText[];
}

export const EMPTY: Draft = { text: "", kept: [] };

/** Characters of one draft that are kept over a restart. */
const KEPT_MOST = 256 * 1024;
/** Drafts that are kept; the oldest go. */
const DRAFTS_MOST = 40;
/** A paste from here on becomes kept text. */
const PASTE_CHARACTERS = 8_000;
const PASTE_LINES = 120;

const memory = new Map<string, Draft>();

export function readDraft(session: string): Draft {
  return memory.get(session) ?? all()[session] ?? EMPTY;
}

export function isEmpty({ text, kept }: Draft): boolean {
  return text.trim() === "" && kept.length === 0;
}

export function hasDraft(session: string): boolean {
  return !isEmpty(readDraft(session));
}

/** Sessions whose draft their composer sends as soon as they are open. */
const handedOver = new Set<string>();

/** Gives a session what was written before there was one. */
export function handOver(session: string, draft: Draft): void {
  keepDraft(session, draft);
  handedOver.add(session);
}

/** Whether the session's draft is to be sent now; true once. */
export function takeHandedOver(session: string): boolean {
  return handedOver.delete(session);
}

export function keepDraft(session: string, draft: Draft): void {
  memory.set(session, draft);
}

/** Writes it where it outlives a restart. Whether it fits. */
export function saveDraft(session: string, draft: Draft): boolean {
  const { [session]: _, ...others } = all();
  const size = draft.text.length + draft.kept.reduce((sum, { text }) => sum + text.length, 0);
  const fits = size <= KEPT_MOST;
  const empty = size === 0;
  const entries = Object.entries(others).slice(-DRAFTS_MOST + 1);
  if (fits && !empty) entries.push([session, draft]);
  return writeKept("drafts", Object.fromEntries(entries)) && fits;
}

export function isLongPaste(text: string): boolean {
  if (text.length >= PASTE_CHARACTERS) return true;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines >= PASTE_LINES;
}

/** The draft with a paste beside its words. */
export function withPaste(draft: Draft, text: string): Draft {
  const id = Math.max(0, ...draft.kept.map((kept) => kept.id)) + 1;
  return { ...draft, kept: [...draft.kept, { id, text }] };
}

export function withoutPaste(draft: Draft, id: number): Draft {
  return { ...draft, kept: draft.kept.filter((text) => text.id !== id) };
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function all(): Record<string, Draft> {
  return readKept<Record<string, Draft>>("drafts") ?? {};
}
