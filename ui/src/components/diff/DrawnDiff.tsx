// Hunks with line numbers and the changed words marked.

import { useMemo, useRef } from "react";
import { Diff, Hunk, type HunkData, markEdits, parseDiff, tokenize } from "react-diff-view";
import "react-diff-view/style/index.css";
import type { DiffViewProps } from "./DiffView";
import styles from "./DiffView.module.css";
import { useIsNarrow } from "./useIsNarrow";

/** Above this the words are not compared. */
const MARKED_MOST = 1500;

export default function DrawnDiff({ unified, look = "unified" }: DiffViewProps) {
  const parsed = useMemo(() => parse(unified), [unified]);
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(box, look === "split");
  const tokens = useMemo(() => parsed && marked(parsed.hunks), [parsed]);
  if (parsed === undefined) return <pre className={styles.plain}>{unified}</pre>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <div ref={box} className={styles.diff} tabIndex={0}>
      <Diff viewType={isNarrow ? "unified" : look} diffType={parsed.type} hunks={parsed.hunks} tokens={tokens ?? null}>
        {(hunks) => hunks.map((hunk) => <Hunk key={hunk.content} hunk={hunk} />)}
      </Diff>
      {parsed.note !== undefined && <div className={styles.note}>{parsed.note}</div>}
    </div>
  );
}

interface Parsed {
  type: "modify";
  hunks: HunkData[];
  /** A last line that is no part of a hunk: it says that the diff was cut. */
  note?: string;
}

function parse(unified: string): Parsed | undefined {
  const lines = unified.replace(/\n$/, "").split("\n");
  const isOfHunk = (line: string) => /^[-+ @\\]/.test(line) || line === "";
  const last = lines.at(-1) ?? "";
  const note = isOfHunk(last) ? undefined : lines.pop();
  try {
    const [file] = parseDiff(`--- a/f\n+++ b/f\n${lines.join("\n")}\n`);
    if (file === undefined || file.hunks.length === 0) return undefined;
    return { type: "modify", hunks: file.hunks, ...(note === undefined ? {} : { note }) };
  } catch {
    return undefined;
  }
}

function marked(hunks: HunkData[]) {
  const lines = hunks.reduce((sum, hunk) => sum + hunk.changes.length, 0);
  return lines > MARKED_MOST ? undefined : tokenize(hunks, { enhancers: [markEdits(hunks, { type: "block" })] });
}
