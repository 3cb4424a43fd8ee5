import { expect, test } from "vitest";
import { openWait } from "./open-wait";

test.each([
  { what: "the first, until another is chosen", waits: [1, 2, 3], sent: [], chosen: undefined, open: 1 },
  { what: "the chosen one", waits: [1, 2, 3], sent: [], chosen: 3, open: 3 },
  { what: "the one after an answered one", waits: [1, 2, 3], sent: [2], chosen: 2, open: 3 },
  { what: "the one after the first when that is answered", waits: [1, 2, 3], sent: [1], chosen: undefined, open: 2 },
  { what: "the first again after the last", waits: [1, 3], sent: [3], chosen: 3, open: 1 },
  { what: "the one after one that is gone", waits: [1, 3], sent: [], chosen: 2, open: 3 },
  { what: "the first while all are on their way", waits: [1, 2], sent: [1, 2], chosen: 2, open: 1 },
  { what: "none where none is", waits: [], sent: [], chosen: 2, open: undefined },
])("open is $what", ({ waits, sent, chosen, open }) => {
  expect(openWait(waits, new Set(sent), chosen)).toBe(open);
});
