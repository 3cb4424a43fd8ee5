// The ways out of the settings: Escape, and whatever is chosen beside them.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { cards, composer, row, say, sidebar, stands, transcript } from "./support/steps";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({ config: '[serve]\nexpose = ["settings", "providers", "workspaces"]\n' });
  const page = await open(engine);
  for (const title of ["Heron", "Ibis"]) {
    await page.goto(`${engine.origin}/#/`);
    await say(page, title);
    await stands(page, "Finished");
  }
  await page.context().close();
});
afterAll(() => engine.stop());

const settings = (page: Page) => page.getByRole("heading", { name: "Settings" });

async function openSettings(page: Page, name = "Models"): Promise<void> {
  await page.keyboard.press("Control+,");
  await settings(page).waitFor();
  await page.getByRole("navigation", { name: "Pages of the settings" }).getByRole("link", { name }).click();
}

async function chooseWorkspace(page: Page, name: string | RegExp): Promise<void> {
  await sidebar(page).getByRole("button", { name: /^Switch workspace/ }).click();
  await page.getByRole("menuitem", { name }).first().click();
}

test("what is chosen in the sidebar is shown in place of the settings", async () => {
  const page = await open(engine);
  await row(page, "Heron").click();
  await page.getByRole("heading", { name: "Heron" }).waitFor();
  await openSettings(page);
  await row(page, "Heron").click();
  await page.getByRole("heading", { name: "Heron" }).waitFor();
  await openSettings(page);
  // The workspace that is looked at already.
  await chooseWorkspace(page, /^project/);
  await page.getByText("What is there to do?").waitFor();
  await row(page, "Ibis").click();
  await page.getByRole("heading", { name: "Ibis" }).waitFor();
  await chooseWorkspace(page, /^project/);
  expect(await page.getByRole("heading", { name: "Ibis" }).count()).toBe(1);
  expectQuiet(page);
});

test("a tour that waits is led back to from the settings, and its folder can be looked at", async () => {
  const page = await open(engine);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("tour");
  await page.getByRole("option", { name: /tour/i }).first().click();
  await cards(page).first().waitFor();
  const title = (await page.getByRole("main").getByRole("heading", { level: 1 }).textContent()) ?? "";
  await openSettings(page);
  await sidebar(page).getByRole("button", { name: "Switch workspace: project" }).waitFor();
  await chooseWorkspace(page, /Tour/);
  await sidebar(page).getByRole("button", { name: /^Switch workspace: (?!project)/ }).waitFor();
  await expect.poll(() => settings(page).count()).toBe(0);
  await row(page, title.slice(0, 20)).click();
  await cards(page).first().waitFor();
  await openSettings(page);
  await row(page, "Heron").click();
  await transcript(page).getByText("Heron").first().waitFor();
  await sidebar(page).getByRole("button", { name: "Switch workspace: project" }).waitFor();
  expectQuiet(page);
});

test("Escape closes the settings, unless something before them takes it", async () => {
  const page = await open(engine);
  await row(page, "Ibis").click();
  await page.getByRole("heading", { name: "Ibis" }).waitFor();
  await openSettings(page);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Ibis" }).waitFor();

  await openSettings(page);
  await sidebar(page).getByRole("button", { name: /^Switch workspace/ }).click();
  await page.getByRole("menuitem", { name: /^project/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("menuitem").count()).toBe(0);
  await settings(page).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await settings(page).waitFor();

  // A field is left first, then a form, then the settings.
  await page.getByRole("button", { name: "Add a provider" }).click();
  await page.getByRole("button", { name: /^Another address/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("heron");
  await page.keyboard.press("Escape");
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("heron");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add a provider" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Ibis" }).waitFor();
  expectQuiet(page);
});

test("edits of the configuration outlive Escape, and that they are not saved is told", async () => {
  const page = await open(engine);
  await row(page, "Ibis").click();
  await page.getByRole("heading", { name: "Ibis" }).waitFor();
  await openSettings(page, "config.toml");
  const editor = page.getByRole("textbox", { name: /config\.toml/ });
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# A heron.\n");
  await page.keyboard.press("Escape");
  await page.getByText("Not saved", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Ibis" }).waitFor();
  await page.getByText(/not saved yet/).waitFor();
  await page.getByRole("button", { name: "Show them" }).click();
  await editor.getByText("# A heron.").waitFor();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Ibis" }).waitFor();
  expect(await page.getByText(/not saved yet/).count()).toBe(0);
  await composer(page).waitFor();
  expectQuiet(page);
});
