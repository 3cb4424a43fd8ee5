// The list of sessions and the workspaces behind it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { expectQuiet, open, picture, secondTab, SMALL, WIDE } from "./support/browser";
import { Engine } from "./support/engine";
import { composer, covered, expectFocus, row, say, sidebar, stands, transcript } from "./support/steps";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({ lanes: [{ mentions: "Gamma", turns: [{ text: "The heron stands in the reeds." }] }] });
  const page = await open(engine);
  for (const title of ["Alpha", "Beta", "Gamma"]) {
    await page.goto(`${engine.origin}/#/`);
    await say(page, title);
    await stands(page, "Finished");
  }
  await page.context().close();
});
afterAll(() => engine.stop());

const menu = async (page: Awaited<ReturnType<typeof open>>, title: string, act: string | RegExp) => {
  await row(page, title).hover();
  await sidebar(page).getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
};

test("rename by keyboard, and by menu", async () => {
  const page = await open(engine);
  await row(page, "Alpha").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Alpha one");
  await page.keyboard.press("Enter");
  await row(page, "Alpha one").waitFor();
  await expectFocus(page, "Alpha one");
  await menu(page, "Alpha one", /^Rename/);
  await page.keyboard.type("Alpha");
  await page.keyboard.press("Enter");
  await expect.poll(() => row(page, "Alpha one").count()).toBe(0);
  await page.reload();
  await row(page, "Alpha").waitFor();
  expectQuiet(page);
});

test("after a rename in the header one goes on writing", async () => {
  const page = await open(engine);
  await row(page, "Alpha").click();
  await page.getByRole("heading", { name: "Alpha" }).waitFor();
  for (const key of ["Escape", "Enter"]) {
    await page.getByRole("main").getByRole("button", { name: "More for Alpha" }).click();
    await page.getByRole("menuitem", { name: /^Rename/ }).click();
    await expectFocus(page, "New title");
    await page.keyboard.press(key);
    await page.getByRole("heading", { name: "Alpha" }).waitFor();
    await expectFocus(page, "Message");
  }
  expectQuiet(page);
});

test("a pinned one stands on top", async () => {
  const page = await open(engine);
  await menu(page, "Alpha", "Pin");
  const pinned = sidebar(page).getByRole("region", { name: "Pinned" });
  await pinned.getByRole("button", { name: /^Alpha/ }).waitFor();
  await menu(page, "Alpha", "Unpin");
  await expect.poll(() => pinned.count()).toBe(0);
  expectQuiet(page);
});

test("an archived one is out of sight, and comes back", async () => {
  const page = await open(engine);
  await menu(page, "Beta", "Archive");
  await expect.poll(() => row(page, "Beta").count()).toBe(0);
  await sidebar(page).getByRole("switch", { name: "Show archived sessions" }).click();
  await sidebar(page).getByRole("region", { name: "Archived" }).getByRole("button", { name: /^Beta/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sidebar(page).getByRole("region", { name: "Archived" }).count()).toBe(0);
  await row(page, "Beta").waitFor();
  expectQuiet(page);
});

test("a deleted one can be brought back", async () => {
  const page = await open(engine);
  await row(page, "Gamma").focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => row(page, "Gamma").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  expectQuiet(page);
});

/** Everything alarming that the page has shown or asked for in vain since then. */
async function alarms(page: Page): Promise<() => Promise<string[]>> {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.evaluate(() => {
    const shown: string[] = [];
    const look = () => shown.push(...(document.body.innerText.match(/Connection lost|No session matches/g) ?? []));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { shownAlarms: shown });
  });
  return async () => [...refused, ...(await page.evaluate("window.shownAlarms") as string[])];
}

test("deleting the session that is open leads to the start in peace, and undo back into it", async () => {
  const page = await open(engine);
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  const told = await alarms(page);
  const withoutIt = page.waitForResponse((response) => response.url().endsWith("api/events?signals"));
  await row(page, "Gamma").focus();
  await page.keyboard.press("Delete");
  await page.getByText("What is there to do?").waitFor();
  await expect.poll(() => row(page, "Gamma").count()).toBe(0);
  await withoutIt;
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Gamma" }).waitFor();
  await transcript(page).getByText("heron").waitFor();
  await say(page, "Still alive?");
  await stands(page, "Finished");
  expect(await told()).toEqual([]);
  expectQuiet(page);
});

test("undo does not call back whoever went elsewhere, and the session is whole when it is come to", async () => {
  const page = await open(engine);
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  await row(page, "Gamma").focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => row(page, "Gamma").count()).toBe(0);
  await row(page, "Alpha").click();
  await page.getByRole("heading", { name: "Alpha" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "Gamma").waitFor();
  await page.getByRole("heading", { name: "Alpha" }).waitFor();
  const told = await alarms(page);
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  await expectFocus(page, "Message");
  expect(await told()).toEqual([]);
  expectQuiet(page);
});

test("closing the settings does not lead to a session that was deleted meanwhile", async () => {
  const page = await open(engine);
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  const told = await alarms(page);
  await page.keyboard.press("Control+,");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await row(page, "Gamma").focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => row(page, "Gamma").count()).toBe(0);
  await page.getByRole("button", { name: "Close the settings" }).click();
  await page.getByText("What is there to do?").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  expect(await told()).toEqual([]);
  expectQuiet(page);
});

test("a session that is deleted in one tab and brought back is live again in the other", async () => {
  const page = await open(engine);
  await row(page, "Gamma").click();
  await transcript(page).getByText("heron").waitFor();
  const other = await secondTab(page);
  await transcript(other).getByText("heron").waitFor();
  await row(page, "Gamma").focus();
  await page.keyboard.press("Delete");
  await other.getByText("No session matches").waitFor();
  await expect.poll(() => row(other, "Gamma").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Gamma" }).waitFor();
  await expect.poll(() => other.getByText("No session matches").count(), { timeout: 10_000 }).toBe(0);
  await say(page, "Seen by both?");
  await transcript(other).getByText("Seen by both?").waitFor();
  expectQuiet(page);
  expectQuiet(other);
});

test("what is told in a corner covers nothing that one writes with", async () => {
  const page = await open(engine);
  const told = page.getByText(/^(Deleted|Archived): Beta/);
  const check = async (view: string) => {
    for (const size of [WIDE, SMALL, { width: 640, height: 480 }, { width: 480, height: 400 }]) {
      await page.setViewportSize(size);
      const where = `${view} at ${size.width}x${size.height}`;
      expect(await covered(page.getByRole("region", { name: "Composer" })), where).toEqual([]);
      const { x, y, width, height } = (await told.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
      const isInside = x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
      expect(isInside, where).toBe(true);
      await picture(page, `toast-${view}-${size.width}x${size.height}`);
    }
    await page.setViewportSize(WIDE);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => told.count()).toBe(0);
  };
  await row(page, "Beta").click();
  await page.getByRole("heading", { name: "Beta" }).waitFor();
  await menu(page, "Beta", "Archive");
  await told.waitFor();
  await check("session");
  await row(page, "Beta").focus();
  await page.keyboard.press("Delete");
  await told.waitFor();
  await check("start");
  expectQuiet(page);
});

test("a search finds titles, and what was said", async () => {
  const page = await open(engine);
  await sidebar(page).getByRole("searchbox").fill("beta");
  await expect.poll(() => row(page, "Alpha").count()).toBe(0);
  await row(page, "Beta").waitFor();
  await sidebar(page).getByRole("searchbox").fill("reeds");
  const said = sidebar(page).getByRole("region", { name: "In the conversation" });
  await said.getByText(/heron/).waitFor();
  await said.getByRole("button", { name: /^Gamma/ }).click();
  await expectFocus(page, "Message");
  await page.keyboard.press("Control+Shift+F");
  await page.getByRole("dialog", { name: "Search sessions" }).waitFor();
  await page.keyboard.type("heron");
  await page.getByRole("dialog").getByRole("button", { name: /Gamma/ }).click();
  await expectFocus(page, "Message");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await page.keyboard.type("Beta");
  await page.getByRole("option", { name: /^Beta/ }).first().click();
  await page.getByRole("heading", { name: "Beta" }).waitFor();
  await expectFocus(page, "Message");
  expectQuiet(page);
});

test("another folder is opened, and one that vanished is told", async () => {
  const other = join(engine.workspace, "..", "other");
  mkdirSync(other);
  const page = await open(engine);
  await sidebar(page).getByRole("button", { name: /^Switch workspace/ }).click();
  await page.getByRole("menuitem", { name: "Open folder…" }).click();
  await page.getByRole("textbox", { name: "Path of the folder" }).fill(other);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByRole("button", { name: "Open this folder" }).click();
  await sidebar(page).getByRole("button", { name: "Switch workspace: other" }).waitFor();
  await sidebar(page).getByText("No sessions in this folder yet.").waitFor();
  await say(page, "Work over here");
  await stands(page, "Finished");
  rmSync(other, { recursive: true });
  await page.reload();
  // What was said is still there to be read, and the way out is open.
  await transcript(page).getByText("Work over here").waitFor();
  await sidebar(page).getByRole("button", { name: "Switch workspace: other" }).click();
  await page.getByRole("menuitem", { name: /The folder is not there any more/ }).waitFor();
  await page.getByRole("menuitem", { name: /^project/ }).click();
  await row(page, "Alpha").click();
  await page.getByRole("heading", { name: "Alpha" }).waitFor();
  await expectFocus(page, "Message");
  await sidebar(page).getByRole("button", { name: /^Switch workspace/ }).click();
  await page.getByRole("menuitem", { name: "Forget other" }).click();
  await expect.poll(() => page.getByRole("menuitem", { name: /not there any more/ }).count()).toBe(0);
  expectQuiet(page);
});

test("what is typed while the palette comes is in its field, and goes on there", async () => {
  const page = await open(engine);
  await expectFocus(page, "Message");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sho");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await field.waitFor();
  await page.keyboard.type("rt");
  expect(await field.inputValue()).toBe("short");
  await page.keyboard.press("Escape");
  expect(await composer(page).inputValue()).toBe("");
  expectQuiet(page);
  await page.context().close();
});
