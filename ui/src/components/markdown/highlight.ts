// Asks a worker for the colours of a piece of code, and keeps what it gave. Where there is no worker, code stays plain.

import { useEffect, useState } from "react";
import type { Asked, Coloured, Told } from "./highlight.worker";
import { LANGUAGES } from "./languages";

/** Longer code stays plain. */
const LONGEST = 60_000;
const KEPT = 200;
/** What is only scrolled past is not coloured. */
const SEEN_MS = 150;
/** A worker with its grammars takes as much memory as the rest of the page; it goes when it has not been asked so long. */
const REST_MS = 2000;

const kept = new Map<string, Coloured>();
const waiting = new Map<number, (lines: Coloured | undefined) => void>();
let worker: Worker | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;
let newest = 0;

export function useHighlight(code: string, language: string, wanted: boolean): Coloured | undefined {
  const known = LANGUAGES[language.toLowerCase()];
  const key = `${known}\n${code}`;
  const [lines, setLines] = useState(() => ({ key, lines: kept.get(key) }));
  useEffect(() => {
    if (!wanted || known === undefined || code.length > LONGEST || kept.has(key)) return;
    let current = true;
    const take = (answer: Coloured | undefined) => {
      if (answer === undefined) return;
      keep(key, answer);
      if (current) setLines({ key, lines: answer });
    };
    const timer = setTimeout(() => ask(code, known, take), SEEN_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [code, known, key, wanted]);
  return lines.key === key && lines.lines ? lines.lines : kept.get(key);
}

function ask(code: string, language: string, then: (lines: Coloured | undefined) => void): void {
  if (typeof Worker === "undefined") return;
  worker ??= startWorker();
  clearTimeout(resting);
  newest += 1;
  waiting.set(newest, then);
  worker.postMessage({ id: newest, code, language } satisfies Asked);
}

function startWorker(): Worker {
  const started = new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Told>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
    if (waiting.size === 0) resting = setTimeout(endWorker, REST_MS);
  };
  // Colours are no necessity: without a worker the code is plain.
  started.onerror = () => waiting.clear();
  return started;
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function keep(key: string, lines: Coloured): void {
  kept.set(key, lines);
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
}
