// Writing to the agent: where the focus is, input methods, large pastes, and messages that stay.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectQuiet, open, picture } from "./support/browser";
import { Engine } from "./support/engine";
import { composer, covered, expectFocus, row, say, sidebar, stands, transcript } from "./support/steps";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({ files: { "src/main.rs": "fn main() {}\n" } });
});
afterAll(() => engine.stop());

test("the first message of the home view begins a session", async () => {
  const page = await open(engine);
  await expectFocus(page, "Message");
  await page.keyboard.type("Hello there");
  await page.keyboard.press("Enter");
  await transcript(page).getByText("done").waitFor();
  await transcript(page).getByText("Hello there").waitFor();
  await expectFocus(page, "Message");
  await row(page, "Hello there").waitFor();
  expect(await composer(page).inputValue()).toBe("");
  expectQuiet(page);
});

test("a new session has the focus in its composer, and is not made twice", async () => {
  const page = await open(engine);
  await sidebar(page).getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/#\/session\//);
  await expectFocus(page, "Message");
  const first = page.url();
  await page.keyboard.type("a b");
  expect(await composer(page).inputValue()).toBe("a b");
  await composer(page).fill("");
  await sidebar(page).getByRole("button", { name: "New session" }).click();
  await expectFocus(page, "Message");
  expect(page.url()).toBe(first);
  expect(await sidebar(page).getByRole("button", { name: /^Empty session/ }).count()).toBe(1);
  // With words in it, it is no longer as good as a new one.
  await page.keyboard.type("kept");
  await sidebar(page).getByRole("button", { name: "New session" }).click();
  await page.waitForURL((url) => url.href !== first);
  expect(await composer(page).inputValue()).toBe("");
  expectQuiet(page);
});

test("Enter that an input method uses does not send", async () => {
  const page = await open(engine);
  await say(page, "Before");
  await stands(page, "Finished");
  const keys = await page.context().newCDPSession(page);
  await composer(page).focus();
  await keys.send("Input.imeSetComposition", { text: "ni hao", selectionStart: 6, selectionEnd: 6 });
  expect(await composer(page).inputValue()).toBe("ni hao");
  // What a system tells of a key that the input method takes for itself.
  const enter = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229 };
  await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  await keys.send("Input.insertText", { text: "你好" });
  await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  expect(await composer(page).inputValue()).toBe("你好");
  await composer(page).press("Enter");
  await transcript(page).getByText("你好").waitFor();
  expect(await composer(page).inputValue()).toBe("");
  expectQuiet(page);
});

test("a paste of 5 MB leaves the page quick, and is sent", async () => {
  const page = await open(engine);
  await say(page, "Take this");
  await stands(page, "Finished");
  await composer(page).focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "a line of some words to paste\n".repeat(175_000));
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  await page.getByText(/Pasted text, 175.?000 lines/).waitFor();
  const typed = "these words are typed beside it";
  const began = Date.now();
  await page.keyboard.type(typed);
  expect(await composer(page).inputValue()).toBe(typed);
  expect((Date.now() - began) / typed.length).toBeLessThan(100);
  await page.keyboard.press("Enter");
  await transcript(page).getByText(typed).waitFor();
  await stands(page, "Finished");
  await say(page, "Still there?");
  expectQuiet(page);
});

test("a draft outlives a reload, and Up brings back what was sent", async () => {
  const page = await open(engine);
  await say(page, "First words");
  await stands(page, "Finished");
  await composer(page).fill("half a thought");
  await page.reload();
  await expectFocus(page, "Message");
  expect(await composer(page).inputValue()).toBe("half a thought");
  await composer(page).fill("");
  await transcript(page).getByText("First words").waitFor();
  await composer(page).press("ArrowUp");
  expect(await composer(page).inputValue()).toBe("First words");
  expectQuiet(page);
});

test("@ names a file by keyboard", async () => {
  const page = await open(engine);
  await composer(page).focus();
  await page.keyboard.type("look at @mai");
  await page.getByRole("option", { name: "src/main.rs" }).waitFor();
  await page.keyboard.press("Enter");
  expect(await composer(page).inputValue()).toBe("look at @src/main.rs ");
  await composer(page).fill("");
  expectQuiet(page);
});

test("in a narrow window and with large text one can write, also beside the open panel", async () => {
  const page = await open(engine);
  await say(page, "In little room");
  await stands(page, "Finished");
  const toggle = page.getByRole("main").getByRole("button", { name: "Show or hide the panel" });
  await toggle.click();
  const panel = page.getByRole("complementary", { name: "About this session" });
  for (const [width, text] of [[1024, 1.5], [800, 1.5], [700, 1], [640, 1], [640, 1.5]] as const) {
    await page.setViewportSize({ width, height: 480 });
    await page.evaluate((scale) => document.documentElement.style.setProperty("--text-scale", String(scale)), text);
    const where = `${width} at ${text}`;
    expect(await covered(page.getByRole("region", { name: "Composer" })), where).toEqual([]);
    expect(await covered(page.getByRole("main").locator("header")), where).toEqual([]);
    expect(await covered(panel), where).toEqual([]);
    await picture(page, `narrow-${where.replaceAll(" ", "-")}`);
  }
  await toggle.click();
  await expect.poll(() => panel.count()).toBe(0);
  expectQuiet(page);
});
