// Measures the page in Chromium over the real engine with a session of 10,000 rows. The figures go as JSON into the file
// that REASONIX_FIGURES names, the journal beside it, where what measures the app's window finds it.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../browser/support/browser";
import { Engine } from "../browser/support/engine";
import { row, say, sidebar, stands } from "../browser/support/steps";
import { keepLongSession, LAST_WORDS, longSession, ROWS, SESSION } from "./long-session";

const probe = readFileSync(join(import.meta.dirname, "probe.js"), "utf8");
const paragraph = readFileSync(join(import.meta.dirname, "stream.md"), "utf8");
/** As of a fast model: 16 characters are about four tokens, and 125 such pieces come a second. */
const STREAM = {
  text: paragraph.repeat(Math.ceil(26_000 / paragraph.length)),
  delta_chars: 16,
  faults: [{ pause: 7 }],
};
const SECONDS = 10;

const figures: Record<string, number> = {};
let engine: Engine;
let page: Page;

beforeAll(async () => {
  engine = await Engine.start({ lanes: [{ mentions: "talk fast", turns: [STREAM] }], contextWindow: 100_000_000 });
  keepLongSession(engine.home, engine.workspace);
  page = await open(engine);
  await page.evaluate(probe);
});
afterAll(async () => {
  const file = process.env["REASONIX_FIGURES"];
  if (file !== undefined) {
    writeFileSync(file, JSON.stringify(figures));
    writeFileSync(join(dirname(file), "long-session.jsonl"), longSession("/"));
  } else process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
  await engine?.stop();
});

/** Lets the probe do something and waits for what it tells. */
async function probed(act: string, ...args: unknown[]): Promise<Record<string, number>> {
  await page.evaluate(([act, args]) => (globalThis as any).probe.start(act, ...(args as [])), [act, args] as const);
  const told = await page.waitForFunction(() => (globalThis as any).probe.result, undefined, {
    timeout: 180_000,
    polling: 250,
  });
  return (await told.jsonValue()) as Record<string, number>;
}

function keepFrames(of: string, told: Record<string, number>): void {
  for (const part of ["p50", "p99", "max"]) figures[`page_${of}_${part}_ms`] = told[part] as number;
}

test("the scripts that the page begins with", async () => {
  const begin = await (await fetch(`${engine.origin}/`)).text();
  const names = [...begin.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((found) => found[1] as string);
  expect(names).not.toEqual([]);
  let bytes = 0;
  for (const name of names) {
    const script = await fetch(new URL(name, `${engine.origin}/`));
    expect(script.status).toBe(200);
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).length;
  }
  figures["page_script_kb"] = bytes / 1000;
});

test("opening, the first time and again", async () => {
  await row(page, "The long session").waitFor();
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const told = await probed("open", SESSION, LAST_WORDS);
    // The newest turns; the others come when they are scrolled to.
    expect(told["rows"]).toBeGreaterThan(100);
    times.push(told["behind"] as number);
    if (time === 0) figures["page_open_ms"] = told["opened"] as number;
    if (time === 4) break;
    // Another page, so that nothing of the session is kept.
    await page.goto("about:blank");
    await page.goto(`${engine.origin}/`);
    await sidebar(page).waitFor();
    await page.evaluate(probe);
  }
  expect(times.every(Number.isFinite)).toBe(true);
  figures["page_shown_ms"] = times.sort((left, right) => left - right)[2] as number;
});

test("resting with the session open", async () => {
  const thread = await page.context().newCDPSession(page);
  await thread.send("Performance.enable");
  const { busy, own } = await resting(thread);
  figures["page_idle_percent"] = busy;
  figures["page_idle_own_percent"] = own;
  // What the browser takes without this page.
  await page.goto("about:blank");
  figures["page_idle_bare_percent"] = (await resting(thread)).busy;
  await page.goto(`${engine.origin}/`);
  await sidebar(page).waitFor();
  await page.evaluate(probe);
  await probed("open", SESSION, LAST_WORDS);
});

test("turning the wheel", async () => {
  keepFrames("wheel", await probed("wheel"));
});

test("scrolling from the end to the start", async () => {
  const told = await probed("scroll");
  expect(told).toMatchObject({ reached: true, first: expect.stringContaining("The long session"), rows: ROWS });
  keepFrames("scroll", told);
});

test("streaming at the end of the session", async () => {
  const thread = await page.context().newCDPSession(page);
  await thread.send("Performance.enable");
  await say(page, "talk fast");
  await page.getByText("The first of many lines").last().waitFor();
  const before = await mainThread(thread);
  const told = await probed("watch", SECONDS * 1000);
  const after = await mainThread(thread);
  keepFrames("stream", told);
  figures["page_stream_rate"] = (told["characters"] as number) / (after.at - before.at);
  figures["page_stream_busy_percent"] = (100 * (after.busy - before.busy)) / (after.at - before.at);
  // It was still coming in when it was last looked at.
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ timeout: 1000 });
  await stands(page, "Finished");
});

/** What is used while nothing happens, in percent: by all page processes, and of that by what the page itself does. */
async function resting(thread: CDPSession): Promise<{ busy: number; own: number }> {
  await page.waitForTimeout(5000);
  const before = [await rendererSeconds(), (await mainThread(thread)).own] as const;
  await page.waitForTimeout(SECONDS * 1000);
  const after = [await rendererSeconds(), (await mainThread(thread)).own] as const;
  return { busy: (100 * (after[0] - before[0])) / SECONDS, own: (100 * (after[1] - before[1])) / SECONDS };
}

/** The processor time of all page processes together. */
async function rendererSeconds(): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page belongs to no browser");
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Seconds: of all tasks, of scripts, layout and styles, and the clock. */
async function mainThread(session: CDPSession): Promise<{ busy: number; own: number; at: number }> {
  const { metrics } = await session.send("Performance.getMetrics");
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const own = value("ScriptDuration") + value("LayoutDuration") + value("RecalcStyleDuration");
  return { busy: value("TaskDuration"), own, at: value("Timestamp") };
}
