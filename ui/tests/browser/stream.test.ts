// What happens to a running turn: reload, stop, the server's end, and its return.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { cards, composer, say, stands, transcript } from "./support/steps";

const words = Array.from({ length: 150 }, (_, at) => `w${at}`).join(" ");
const slow = { text: words, delta_chars: 5, faults: [{ pause: 45 }] };

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({
    lanes: [
      { mentions: "reload me", turns: [slow] },
      { mentions: "stop me", turns: [slow, { text: "Fine." }] },
      { mentions: "until morning", turns: [{ calls: [{ name: "bash", arguments: { command: "touch morning" } }] }, { text: "Good morning." }] },
    ],
  });
});
afterAll(() => engine.stop());

const stop = { name: "Stop", exact: true };

test("a reload in the middle of an answer shows what was there, and the rest once", async () => {
  const page = await open(engine);
  await say(page, "reload me");
  await transcript(page).getByText(/\bw15\b/).waitFor();
  await page.reload();
  await transcript(page).getByText(/\bw15\b/).waitFor();
  await page.getByRole("button", stop).waitFor();
  expect(await transcript(page).innerText()).not.toContain("w149");
  await transcript(page).getByText(/\bw149\b/).waitFor();
  await stands(page, "Finished");
  const text = await transcript(page).innerText();
  for (const word of ["w0", "w16", "w149"]) expect(text.match(new RegExp(`\\b${word}\\b`, "g"))).toHaveLength(1);
  expectQuiet(page);
});

test("Stop keeps what came, and one can go on", async () => {
  const page = await open(engine);
  await say(page, "stop me");
  await transcript(page).getByText(/\bw9\b/).waitFor();
  await page.getByRole("button", stop).click();
  await stands(page, "Stopped");
  await transcript(page).getByText("Stopped here.").waitFor();
  expect(await transcript(page).innerText()).toMatch(/\bw9\b/);
  expect(await transcript(page).innerText()).not.toContain("w149");
  await say(page, "go on");
  await transcript(page).getByText("Fine.").waitFor();
  expectQuiet(page);
});

test("a server that is gone is told, nothing typed is lost, and its return is noticed", async () => {
  const page = await open(engine);
  await say(page, "before the end");
  await stands(page, "Finished");
  await engine.endServer("SIGKILL");
  await page.getByText("Reconnecting…").waitFor();
  await composer(page).fill("written into the void");
  await composer(page).press("Enter");
  await page.getByRole("region", { name: "Composer" }).getByRole("alert").waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("written into the void");
  await engine.startAgain();
  await page.getByText("Reconnecting…").waitFor({ state: "detached" });
  await composer(page).press("Enter");
  await transcript(page).getByText("written into the void").waitFor();
  await stands(page, "Finished");
  expectQuiet(page);
});

test("an approval outlives the server", async () => {
  const page = await open(engine);
  await say(page, "until morning");
  await cards(page).waitFor();
  await engine.endServer("SIGKILL");
  await page.getByText("Reconnecting…").waitFor();
  await engine.startAgain();
  await page.getByText("Reconnecting…").waitFor({ state: "detached" });
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.reload();
  await expect.poll(() => cards(page).count()).toBe(1);
  await cards(page).getByRole("button", { name: /Allow once/ }).click();
  await transcript(page).getByText("Good morning.").waitFor();
  expect(existsSync(join(engine.workspace, "morning"))).toBe(true);
  expectQuiet(page);
});
