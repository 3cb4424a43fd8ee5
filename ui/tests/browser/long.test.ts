// A long session: its newest turns are there at once, the older ones when they are scrolled to or looked for.
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepLongSession, LAST_WORDS, ROWS } from "../bench/long-session";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { composer, row, transcript } from "./support/steps";

/** Longer than it takes to see where the reader is. */
const ON_THE_WAY = 700;

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({ lanes: [] });
  keepLongSession(engine.home, engine.workspace);
});
afterAll(() => engine.stop());

test("older turns come above what is read, which stays where it is", async () => {
  const page = await open(engine);
  await page.route("**/api/call", async (route) => {
    const asks = route.request().postData()?.includes("session_events") === true;
    if (asks) await new Promise((done) => setTimeout(done, ON_THE_WAY));
    await route.continue();
  });
  await row(page, "The long session").click();
  const list = transcript(page);
  await list.getByText(LAST_WORDS).waitFor();
  const lastIndex = () =>
    list.evaluate((rows) => Math.max(...[...rows.querySelectorAll("[data-index]")].map((row) => Number((row as HTMLElement).dataset["index"]))));
  expect(await lastIndex()).toBeLessThan(ROWS / 10);

  await list.evaluate((rows) => {
    rows.scrollTop = 900;
  });
  await page.getByText("Loading earlier turns").waitFor();
  /** The request nearest to the middle, and where it stands. */
  const read = () =>
    list.evaluate((rows) => {
      const middle = rows.getBoundingClientRect().top + rows.clientHeight / 2;
      const requests = [...rows.querySelectorAll("[data-index]")].filter((row) => /Request \d+:/.test(row.textContent ?? ""));
      const away = (row: Element) => Math.abs(row.getBoundingClientRect().top - middle);
      const nearest = requests.sort((left, right) => away(left) - away(right))[0];
      const text = /Request \d+/.exec(nearest?.textContent ?? "")?.[0] ?? "";
      return { text, top: Math.round(nearest?.getBoundingClientRect().top ?? 0), height: rows.scrollHeight };
    });
  const before = await read();
  await expect.poll(async () => (await read()).height, { timeout: 10_000 }).toBeGreaterThan(before.height + 5000);
  await page.waitForTimeout(200);
  const after = await read();
  expect(after.text).toBe(before.text);
  expect(Math.abs(after.top - before.top)).toBeLessThan(4);

  await page.getByRole("button", { name: "To the newest" }).click();
  await list.getByText(LAST_WORDS).waitFor();
  expect(await lastIndex()).toBeLessThan(ROWS / 5);
  expectQuiet(page);
});

test("what older turns asked and changed is there too", async () => {
  const page = await open(engine);
  await row(page, "The long session").click();
  await transcript(page).getByText(LAST_WORDS).waitFor();
  await composer(page).focus();
  await page.keyboard.press("ArrowUp");
  expect(await composer(page).inputValue()).toContain("Request 1250");
  await page.getByRole("button", { name: "Show or hide the panel" }).click();
  await page.getByRole("tab", { name: "Changes" }).click();
  await page.getByText("Files: 40").waitFor();
  expectQuiet(page);
});
