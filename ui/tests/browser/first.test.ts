import { afterAll, beforeAll, expect, test } from "vitest";
import { expectQuiet, open, picture } from "./support/browser";
import { Engine } from "./support/engine";

let engine: Engine;
beforeAll(async () => { engine = await Engine.start({ files: { "a.txt": "hi\n" } }); });
afterAll(() => engine.stop());

test("the page comes up", async () => {
  const page = await open(engine);
  await page.waitForTimeout(1500);
  await picture(page, "first");
  expect(await page.title()).toContain("Reasonix");
  expectQuiet(page);
});
