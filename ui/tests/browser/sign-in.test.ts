// Who is let in, and what a page may do that was given little.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { say, stands } from "./support/steps";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start();
});
afterAll(() => engine.stop());

test("a wrong token asks for the link, which then lets in and leaves no trace in the address", async () => {
  const page = await open(engine, { address: `${engine.origin}/#token=${"0".repeat(64)}` });
  const field = page.getByLabel("Link or password");
  await field.waitFor();
  expect(page.url()).not.toContain("token");
  await field.fill("not it");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  await field.fill(engine.link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("What is there to do?").waitFor();
  await page.reload();
  await page.getByText("What is there to do?").waitFor();
  expect(page.url()).not.toContain("token");
  expectQuiet(page);
});

test("what this page was not given is shown with the reason, and not hidden", async () => {
  const page = await open(engine);
  await say(page, "Hello");
  await stands(page, "Finished");
  const posture = page.getByRole("button", { name: "What it may do unasked: Ask" });
  expect(await posture.isDisabled()).toBe(true);
  expect(await posture.getAttribute("title")).toContain("was not given the right");
  await page.goto(`${engine.origin}/#/settings/config`);
  await page.getByText("Settings cannot be changed from here.").first().waitFor();
  expectQuiet(page);
});
