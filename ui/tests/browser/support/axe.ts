// What axe finds on a page, as lines that say where.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Evaluated from outside: the page's own policy lets no foreign script in.
  await page.evaluate(source);
  const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
  const lines = found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${where}: ${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
  expect(lines).toEqual([]);
}
