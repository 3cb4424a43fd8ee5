// Who is let in, and what a page may do that was given little.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./support/axe";
import { expectQuiet, type Language, open, picture, SMALL, type Theme, WIDE } from "./support/browser";
import { Engine } from "./support/engine";
import { say, stands } from "./support/steps";
import { words } from "./support/words";

const LOOKS: { theme: Theme; language: Language }[] = [
  { theme: "light", language: "en" },
  { theme: "dark", language: "zh" },
];

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
  await page.getByText("This link no longer works.").waitFor();
  await page.getByText(/prints a new link each time it starts/).waitFor();
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

test("a good link that is opened where a bad one was refused lets in", async () => {
  const page = await open(engine, { address: `${engine.origin}/#token=${"0".repeat(64)}` });
  await page.getByText("This link no longer works.").waitFor();
  await page.evaluate((link) => location.assign(link), engine.link);
  await page.getByText("What is there to do?").waitFor();
  expect(page.url()).not.toContain("token");
  expectQuiet(page);
});

test.each(LOOKS)("a refused link is told, $theme, $language", async ({ theme, language }) => {
  const t = words(language);
  for (const size of [WIDE, SMALL]) {
    const address = `${engine.origin}/#token=${"0".repeat(64)}`;
    const page = await open(engine, { theme, language, size, address });
    await page.getByText(t("problem.link_refused")).waitFor();
    await expectAccessible(page, "refused link");
    await picture(page, `refused-link-${theme}-${language}-${size.height}`);
    await page.context().close();
  }
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
