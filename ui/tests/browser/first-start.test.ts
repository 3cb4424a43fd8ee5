// The first start: look, a model by hand, a folder; or the tour, to its end.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { cards, expectFocus, say, sidebar, transcript } from "./support/steps";

async function bare(): Promise<Engine> {
  const engine = await Engine.start({ configured: false, config: "# Mine.\n" });
  onTestFinished(() => engine.stop());
  return engine;
}

test("language, theme, a model by hand and a folder lead to an answer", async () => {
  const engine = await bare();
  mkdirSync(join(engine.workspace, "inner"));
  const page = await open(engine);
  await page.getByRole("heading", { name: "Welcome to Reasonix" }).waitFor();
  await page.getByText("中文", { exact: true }).click();
  await page.getByRole("heading", { name: "欢迎使用 Reasonix" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  await page.getByText("English", { exact: true }).click();
  await page.getByText("Dark", { exact: true }).click();
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("button", { name: /^Another address/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("local");
  await page.getByLabel("Address (base URL)").fill("http://127.0.0.1:9/v1");
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByRole("form").getByRole("alert").waitFor();
  await page.getByLabel("Address (base URL)").fill(engine.modelAddress);
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText("It answers. Models: 1").waitFor();
  // The only one is chosen already.
  expect(await page.getByRole("checkbox").first().isChecked()).toBe(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await page.getByRole("heading", { name: "Open a folder" }).waitFor();
  await page.getByRole("button", { name: "Choose another folder…" }).click();
  await page.getByRole("textbox", { name: "Path of the folder" }).fill(engine.workspace);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByRole("button", { name: "inner" }).click();
  await page.getByText("No folders in here. You can still open it.").waitFor();
  await page.getByRole("button", { name: "Open this folder" }).click();
  await sidebar(page).getByRole("button", { name: "Switch workspace: inner" }).waitFor();
  await say(page, "Is anybody there?");
  await transcript(page).getByText("done").waitFor();
  expect(engine.readConfig()).toContain("# Mine.");
  expect(engine.readConfig()).toContain(engine.modelAddress);
  expectQuiet(page);
});

test("the tour runs to its end with real approvals", async () => {
  const engine = await bare();
  const page = await open(engine);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Take the tour" }).click();
  await page.waitForURL(/#\/session\//);
  await expectFocus(page, "Message");
  for (const what of ["bash test.sh", "convert.sh", "bash test.sh"]) {
    const card = cards(page).filter({ hasText: what });
    await card.getByRole("button", { name: /Allow once/ }).click();
    await card.waitFor({ state: "detached" });
  }
  await transcript(page).getByText(/All four tests pass now/).waitFor();
  await page.getByText(/^The tour is over/).waitFor();
  await page.getByRole("button", { name: "Show or hide the panel" }).click();
  await page.getByRole("tab", { name: "Changes" }).click();
  await page.getByRole("tabpanel").getByText("convert.sh").first().waitFor();
  // What comes after it is one's own: the folder, and that it has no model yet.
  await page.keyboard.press("Alt+n");
  await page.getByText("No model is configured.").waitFor();
  await sidebar(page).getByRole("button", { name: "Switch workspace: project" }).waitFor();
  await page.getByRole("button", { name: "Set up a model" }).click();
  await page.getByText("Another address", { exact: true }).waitFor();
  expectQuiet(page);
});
