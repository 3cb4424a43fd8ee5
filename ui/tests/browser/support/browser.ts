// Chromium, the same for all tests of a file, and pages in it.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, expect } from "vitest";
import type { Engine } from "./engine";

export type Theme = "light" | "dark";
export type Language = "en" | "zh";

export interface Look {
  theme?: Theme;
  language?: Language;
  size?: { width: number; height: number };
  /** In place of the engine's link. */
  address?: string;
}

/** Sizes that every view must hold up in. */
export const WIDE = { width: 1280, height: 800 };
export const SMALL = { width: 1024, height: 640 };

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const screenshots = resolve(import.meta.dirname, "../../../../target/screenshots");

let shared: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  shared ??= chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  return shared;
}

afterAll(async () => {
  const running = await shared;
  shared = undefined;
  await running?.close();
});

/** What the page complained about; a test with any fails at `expectQuiet`. */
const complaints = new WeakMap<Page, string[]>();

/** Opens the page as a person does who clicks the printed link. */
export async function open(engine: Engine, look: Look = {}): Promise<Page> {
  const context = await (await browser()).newContext({
    viewport: look.size ?? WIDE,
    colorScheme: look.theme ?? "light",
    reducedMotion: "reduce",
    locale: "en-US",
  });
  if (look.language === "zh") {
    await context.addInitScript(() => localStorage.setItem("reasonix.language", JSON.stringify("zh-CN")));
  }
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const said: string[] = [];
  complaints.set(page, said);
  page.on("pageerror", (error) => said.push(error.message));
  page.on("console", (message) => {
    // A reply that is a problem, and a server that is gone, are shown to the user; Chromium also logs them.
    if (message.type() === "error" && !/Failed to load resource|net::ERR_/.test(message.text())) said.push(message.text());
  });
  await page.goto(look.address ?? engine.link);
  // From here on the token is out of the address, which a test may now change.
  await page.getByRole("main").first().waitFor();
  return page;
}

/** Another tab of the same browser. */
export async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  complaints.set(other, []);
  await other.goto(page.url());
  return other;
}

export function expectQuiet(page: Page): void {
  expect(complaints.get(page)).toEqual([]);
}

/** Keeps a picture in target/screenshots for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
}
