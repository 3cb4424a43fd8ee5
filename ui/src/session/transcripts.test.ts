// Recorded sessions fold to what is written beside them. The facts are those that the engine's own fold is held to.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../bindings/protocol";
import { reduce } from "./reduce";
import { facts, rows } from "./testing/facts";
import { emptyView } from "./view";

const FOLDER = join(__dirname, "../../../tests/transcripts");
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => name.slice(0, -".jsonl".length));

test.each(names)("%s", async (name) => {
  const lines = readFileSync(join(FOLDER, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n");
  const events = lines.map((line) => ({ event: JSON.parse(line) as Event }));
  const whole = reduce(emptyView("s"), events, 0);
  const json = `${JSON.stringify({ facts: facts(whole), rows: rows(whole) }, null, 2)}\n`;
  await expect(json).toMatchFileSnapshot(join(FOLDER, `${name}.view.json`));

  const oneByOne = events.reduce((view, event) => reduce(view, [event], 0), emptyView("s"));
  expect(rows(oneByOne)).toEqual(rows(whole));
  expect(facts(oneByOne)).toEqual(facts(whole));
});
