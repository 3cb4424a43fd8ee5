// Background jobs: their view in the panel, live output, stopping one, and what is left after a reload.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./support/axe";
import { expectQuiet, open } from "./support/browser";
import { Engine } from "./support/engine";
import { say, stands, transcript } from "./support/steps";

const command = "i=0; while sleep 0.1; do i=$((i+1)); echo tick $i; done";
const background = (text: string) => ({ name: "bash", arguments: { command: text, run_in_background: true } });

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.start({
    config: "[permissions]\nmode = 'allow'\n",
    lanes: [
      {
        mentions: "start the ticker",
        turns: [{ calls: [background(command), background("echo broken; exit 4")] }, { text: "It ticks." }],
      },
    ],
  });
});
afterAll(() => engine.stop());

test("a job is shown while it runs, over turns and a reload, and is stopped there", async () => {
  const page = await open(engine);
  await say(page, "start the ticker");
  await stands(page, "Finished");
  await page.getByRole("button", { name: "Jobs running: 1" }).click();
  const panel = page.getByRole("list", { name: "Jobs" });
  const output = panel.getByLabel("Output of bash-1");
  await output.getByText(/tick \d+/).waitFor();
  const ticks = async () => (await output.innerText()).trim().split("\n").length;
  const before = await ticks();
  await expect.poll(ticks).toBeGreaterThan(before);
  await panel.getByText("ended with code 4").waitFor();
  await transcript(page).getByText("bash-2 ended with code 4").waitFor();
  await expectAccessible(page);

  await page.reload();
  await output.getByText(/tick \d+/).waitFor();
  const first = (await output.innerText()).trim().split("\n");
  expect(first[0]).toBe("tick 1");
  expect(new Set(first).size).toBe(first.length);

  await panel.getByRole("button", { name: "Stop bash-1" }).click();
  await panel.getByText("stopped by you").waitFor();
  expect(await page.getByRole("button", { name: /Jobs running/ }).count()).toBe(0);
  await panel.getByRole("button", { name: /bash-2/ }).click();
  await panel.getByLabel("Output of bash-2").getByText("broken").waitFor();
  expectQuiet(page);
});
