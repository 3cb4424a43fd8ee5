// What the agent asks for: by keyboard alone, with words, several at once, in two tabs.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { expectQuiet, open, picture, secondTab, SMALL, WIDE } from "./support/browser";
import { Engine, type Turn } from "./support/engine";
import { cards, composer, covered, dock, expectFocus, row, say, sidebar, stands, transcript } from "./support/steps";

const command = (text: string) => ({ name: "bash", arguments: { command: text } });
const touch = (name: string) => command(`touch ${name}`);
const asks = (message: string, ...names: string[]) => ({
  mentions: message,
  turns: [{ text: "I touch.", calls: names.map(touch) }, { text: `All of ${message} is over.` }] as Turn[],
});

const LONG = Array.from({ length: 60 }, (_, nth) => `touch long${nth}`).join("\n");

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({
    config: '[serve]\nexpose = ["settings"]\n',
    lanes: [
      asks("by keys", "keys"),
      asks("with words", "words"),
      asks("in any order", "o1", "o2", "o3"),
      asks("all at once", "a1", "a2", "a3"),
      asks("two tabs", "tabs"),
      asks("switch away", "switched"),
      asks("for good", "good1", "good2"),
      asks("in little room", "r1", "r2", "r3"),
      asks("in no room", "n1", "n2", "n3", "n4", "n5"),
      { mentions: "one long", turns: [{ calls: [command(LONG)] }, { text: "All of one long is over." }] },
      {
        mentions: "three long",
        turns: [{ calls: [command(LONG), command(`${LONG}\n`), command(`${LONG}\n\n`)] }, { text: "All of three long is over." }],
      },
    ],
  });
});
afterAll(() => engine.stop());

const made = (name: string) => existsSync(join(engine.workspace, name));

test("an approval needs no mouse", async () => {
  const page = await open(engine);
  await expectFocus(page, "Message");
  await page.keyboard.type("by keys");
  await page.keyboard.press("Enter");
  await cards(page).waitFor();
  // Whoever types goes on typing: an Enter that was on its way answers nothing.
  await expectFocus(page, "Message");
  await page.keyboard.type("meanwhile");
  expect(await composer(page).inputValue()).toBe("meanwhile");
  expect(made("keys")).toBe(false);
  await page.keyboard.press("Alt+a");
  await expectFocus(page, "Allow once");
  await page.keyboard.press("ArrowRight");
  await expectFocus(page, "Allow for this session");
  await page.keyboard.press("Escape");
  await expectFocus(page, "Reject…");
  await page.keyboard.press("ArrowRight");
  await expectFocus(page, "Allow once");
  await page.keyboard.press("Enter");
  await transcript(page).getByText("All of by keys is over.").waitFor();
  expect(made("keys")).toBe(true);
  await expectFocus(page, "Message");
  expect(await composer(page).inputValue()).toBe("meanwhile");
  await composer(page).fill("");
  expectQuiet(page);
});

test("a no with words reaches the model", async () => {
  const page = await open(engine);
  await say(page, "with words");
  await cards(page).getByRole("button", { name: "Reject…" }).click();
  await page.keyboard.type("use a folder instead");
  await page.keyboard.press("Enter");
  await transcript(page).getByText("All of with words is over.").waitFor();
  expect(made("words")).toBe(false);
  await transcript(page).getByText("use a folder instead").first().waitFor();
  expect(engine.journals()).toContain("use a folder instead");
  expectQuiet(page);
});

test("three are answered in any order", async () => {
  const page = await open(engine);
  await say(page, "in any order");
  await expect.poll(() => cards(page).count()).toBe(3);
  const card = (name: string) => cards(page).filter({ hasText: `touch ${name}` });
  // One is open, the others are lines.
  await card("o3").getByRole("button", { name: /touch o3/ }).click();
  await card("o3").getByRole("button", { name: /Allow once/ }).click();
  await expect.poll(() => cards(page).count()).toBe(2);
  await card("o1").getByRole("button", { name: "Reject…" }).click();
  await card("o1").getByRole("button", { name: "Reject", exact: true }).click();
  await expect.poll(() => cards(page).count()).toBe(1);
  await card("o2").getByRole("button", { name: /Allow once/ }).click();
  await transcript(page).getByText("All of in any order is over.").waitFor();
  expect(["o1", "o2", "o3"].map(made)).toEqual([false, true, true]);
  expect(await dock(page).count()).toBe(0);
  expectQuiet(page);
});

test("three are answered at once", async () => {
  const page = await open(engine);
  await say(page, "all at once");
  await page.getByText("3 calls ask for your approval.").waitFor();
  await page.getByRole("button", { name: "Allow all once" }).click();
  await transcript(page).getByText("All of all at once is over.").waitFor();
  expect(["a1", "a2", "a3"].map(made)).toEqual([true, true, true]);
  expectQuiet(page);
});

test("an answer in one tab closes the card in the other", async () => {
  const page = await open(engine);
  await say(page, "two tabs");
  await cards(page).waitFor();
  const other = await secondTab(page);
  await cards(other).waitFor();
  await cards(other).getByRole("button", { name: /Allow once/ }).click();
  for (const tab of [page, other]) {
    await transcript(tab).getByText("All of two tabs is over.").waitFor();
    expect(await cards(tab).count()).toBe(0);
  }
  await say(page, "seen by both");
  await transcript(other).getByText("seen by both").waitFor();
  expectQuiet(page);
  expectQuiet(other);
});

test("an approval waits while one looks elsewhere, and the list says so", async () => {
  const page = await open(engine);
  await say(page, "switch away");
  await cards(page).waitFor();
  await sidebar(page).getByRole("button", { name: "New session" }).click();
  await expect.poll(() => dock(page).count()).toBe(0);
  const waiting = row(page, "switch away.*Needs you: 1");
  await waiting.click();
  await cards(page).getByRole("button", { name: /Allow once/ }).click();
  await transcript(page).getByText("All of switch away is over.").waitFor();
  expect(made("switched")).toBe(true);
  expectQuiet(page);
});

test("a yes for good is kept, listed and can be taken back", async () => {
  const page = await open(engine);
  await say(page, "for good");
  await expect.poll(() => cards(page).count()).toBe(2);
  await cards(page).filter({ hasText: "touch good1" }).getByRole("button", { name: /Always allow in this project/ }).click();
  await cards(page).filter({ hasText: "touch good2" }).getByRole("button", { name: /Allow once/ }).click();
  await stands(page, "Finished");
  await page.getByRole("button", { name: "Show or hide the panel" }).click();
  await page.getByRole("tab", { name: "Permissions" }).click();
  const panel = page.getByRole("tabpanel", { name: "Permissions" });
  await panel.getByRole("button", { name: /^Forget .*touch good1/ }).click();
  await panel.getByRole("button", { name: "Forget", exact: true }).click();
  await panel.getByText("Nothing yet.").waitFor();
  expectQuiet(page);
});

const ROOMS = [
  { size: { width: 1280, height: 800 }, text: 1 },
  { size: { width: 1024, height: 640 }, text: 1.25 },
  { size: { width: 1024, height: 640 }, text: 1.5 },
  { size: { width: 1280, height: 400 }, text: 1 },
  { size: { width: 1024, height: 400 }, text: 1.5 },
  { size: { width: 640, height: 400 }, text: 1.25 },
];

/** The page at a size of the window and of the text. */
async function makeRoom(page: Page, { size, text }: (typeof ROOMS)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate((scale) => document.documentElement.style.setProperty("--text-scale", String(scale)), text);
}

test.each(["in little room", "in no room"])("every answer is in reach %s, and so is the composer", async (message) => {
  const page = await open(engine);
  await say(page, message);
  await cards(page).nth(2).waitFor();
  for (const room of ROOMS) {
    await makeRoom(page, room);
    const where = `${room.size.width}x${room.size.height} at ${room.text}`;
    expect(await covered(dock(page)), where).toEqual([]);
    expect(await covered(page.getByRole("region", { name: "Composer" })), where).toEqual([]);
    // What is asked never gives way to its answers altogether.
    const asked = await dock(page).locator("pre:visible").first().boundingBox();
    expect(asked?.height, where).toBeGreaterThan(24);
    await picture(page, `dock-${message.replaceAll(" ", "-")}-${where.replaceAll(" ", "-")}`);
  }
  await page.getByRole("button", { name: "Reject all" }).click();
  await transcript(page).getByText(`All of ${message} is over.`).waitFor();
  expectQuiet(page);
});

test.each(["one long", "three long"])("a long command scrolls inside its card, and its answers stay in sight: %s", async (message) => {
  const page = await open(engine);
  await say(page, message);
  await cards(page).first().waitFor();
  for (const size of [WIDE, SMALL]) {
    await page.setViewportSize(size);
    const beyond = await dock(page).evaluate((place) => place.scrollHeight - place.clientHeight);
    expect(beyond, `${size.height}`).toBeLessThanOrEqual(1);
    const asked = await dock(page).locator("pre:visible").first().evaluate((text) => {
      const matter = text.parentElement as HTMLElement;
      return { whole: matter.scrollHeight, shown: matter.clientHeight };
    });
    expect(asked.shown, `${size.height}`).toBeGreaterThanOrEqual(72);
    expect(asked.whole, `${size.height}`).toBeGreaterThan(asked.shown);
  }
  await picture(page, `dock-${message.replaceAll(" ", "-")}`);
  expectQuiet(page);
});
