// Settings of a session and of the program.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { composer, say, stands, transcript } from "./support/steps";

const config = `# What I keep in mind.
language = "en" # spoken here

[serve]
expose = ["posture", "settings", "providers", "workspaces"]
`;

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({
    config,
    lanes: [{ mentions: "unasked", turns: [{ calls: [{ name: "bash", arguments: { command: "touch yolo" } }] }, { text: "Touched." }] }],
  });
});
afterAll(() => engine.stop());

const address = (page: string) => `${engine.link}`.replace(/#.*/, `#/settings/${page}`);

test("another model answers from the next message on", async () => {
  const page = await open(engine);
  await say(page, "To the first");
  await stands(page, "Finished");
  await page.getByRole("button", { name: "Model: scripted" }).click();
  await page.getByRole("combobox", { name: "Search models" }).fill("oth");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Model: other" }).waitFor();
  await say(page, "To the second");
  await stands(page, "Finished");
  await page.reload();
  await page.getByRole("button", { name: "Model: other" }).waitFor();
  expect(engine.journals()).toContain('"model":"test/other"');
  expectQuiet(page);
});

test("YOLO is confirmed once, cannot be overlooked, and lets calls through", async () => {
  const page = await open(engine);
  await say(page, "Hello");
  await stands(page, "Finished");
  await page.getByRole("button", { name: /^What it may do unasked/ }).click();
  await page.getByRole("menuitemradio", { name: /^YOLO/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "What it may do unasked: Ask" }).click();
  await page.getByRole("menuitemradio", { name: /^YOLO/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Let everything through" }).click();
  await page.getByRole("button", { name: "What it may do unasked: YOLO" }).waitFor();
  await page.getByRole("main").locator("header").getByText("YOLO").waitFor();
  await say(page, "unasked");
  await transcript(page).getByText("Touched.").waitFor();
  expect(existsSync(join(engine.workspace, "yolo"))).toBe(true);
  // It is this session's alone.
  await page.getByRole("button", { name: "New session" }).click();
  await page.getByRole("button", { name: "What it may do unasked: Ask" }).waitFor();
  expectQuiet(page);
});

test("plan mode shows in the composer and outlives a reload", async () => {
  const page = await open(engine);
  await say(page, "Then plan");
  await stands(page, "Finished");
  await page.getByRole("button", { name: "Mode: Normal" }).click();
  await page.getByRole("menuitemradio", { name: /^Plan/ }).click();
  await page.getByRole("button", { name: "Mode: Plan" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Mode: Plan" }).waitFor();
  expect(await composer(page).getAttribute("placeholder")).toMatch(/planned/);
  expectQuiet(page);
});

test("config.toml: an error is told at its line, and saving keeps comments", async () => {
  const page = await open(engine);
  await page.goto(address("config"));
  const text = page.getByRole("textbox", { name: /^Text of .*config\.toml/ });
  await text.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("colour = 3\n");
  const fault = page.getByRole("button", { name: "Go to line 1", exact: true });
  await fault.waitFor();
  await fault.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.type("# And this.\n");
  await fault.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await page.getByText(/^Saved /).waitFor();
  const saved = engine.readConfig();
  expect(saved.startsWith(`# And this.\n${config}`)).toBe(true);
  expectQuiet(page);
});

test("a look that is chosen is written, and comments stay", async () => {
  const page = await open(engine);
  await page.goto(address("appearance"));
  await page.getByText("Dark", { exact: true }).click();
  await expect.poll(() => engine.readConfig()).toContain('theme = "dark"');
  expect(engine.readConfig()).toContain("# What I keep in mind.");
  expect(engine.readConfig()).toContain("# spoken here");
  await page.getByText("As the system", { exact: true }).first().click();
  await expect.poll(() => engine.readConfig()).not.toContain('theme = "dark"');
  expectQuiet(page);
});

test("a rule that is added holds, and can be taken away", async () => {
  const page = await open(engine);
  await page.goto(address("permissions"));
  await page.getByRole("form", { name: "Add to “Never runs”" }).getByRole("textbox").fill("Bash(rm:*)");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove Bash(rm:*)" }).waitFor();
  await expect.poll(() => engine.readConfig()).toContain("Bash(rm:*)");
  await page.getByRole("button", { name: "Remove Bash(rm:*)" }).click();
  await expect.poll(() => engine.readConfig()).not.toContain("Bash(rm:*)");
  expectQuiet(page);
});
