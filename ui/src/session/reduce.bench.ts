import { bench, describe } from "vitest";
import type { Update } from "../bindings/protocol";
import { reduce } from "./reduce";
import { longJournal } from "./testing/journal";
import { emptyView } from "./view";

const journal = longJournal(1430);
const whole = reduce(emptyView("long"), journal, 0);
const delta: Update[] = [{ live: { session: "long", turn: 1430, body: { type: "text_delta", text: "word " } } }];

describe("a session of 10,000 rows", () => {
  bench("folds its journal", () => void reduce(emptyView("long"), journal, 0));
  let view = whole;
  bench("takes in a delta", () => {
    view = reduce(view, delta, 0);
  });
});
