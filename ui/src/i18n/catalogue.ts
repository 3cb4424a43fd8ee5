// The texts of the languages that are loaded, and which one is shown. English is always there, the other comes when asked for.

import { useSyncExternalStore } from "react";
import en from "virtual:texts/en";
import { readKept, writeKept } from "../data/kept";
import { fill, type Params } from "./placeholder";

export const LANGUAGES = ["en", "zh-CN"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Translate = (key: string, params?: Params) => string;

type Catalogue = Readonly<Record<string, string>>;

const loaded: Partial<Record<Language, Catalogue>> = { en };
const listeners = new Set<() => void>();
let language: Language = "en";
let translate: Translate = translator("en");

/** The text of a key in the language shown now. Components use `useT`, which follows a change. */
export const t: Translate = (key, params) => translate(key, params);

export function hasText(key: string): boolean {
  return Object.hasOwn(en, key);
}

export function useT(): Translate {
  return useSyncExternalStore(listen, () => translate);
}

export function useLanguage(): Language {
  return useSyncExternalStore(listen, () => language);
}

export function currentLanguage(): Language {
  return language;
}

/** What the user chose here; `auto` follows the engine's configuration, and before that is known, the browser. */
export function chosenLanguage(): Language | "auto" {
  return readKept<Language>("language") ?? "auto";
}

export async function chooseLanguage(choice: Language | "auto", automatic: Language = guess()): Promise<void> {
  writeKept("language", choice === "auto" ? undefined : choice);
  await showLanguage(choice === "auto" ? automatic : choice);
}

export function useChosenLanguage(): Language | "auto" {
  return useSyncExternalStore(listen, chosenLanguage);
}

/**
 * Shows what the engine tells, in `automatic`; a language that the configuration names becomes the choice here too, for
 * as long as it names it. Where it never named one, the choice kept here stays.
 */
export async function followLanguage(automatic: string, configured: string | undefined): Promise<void> {
  const followed = configured ?? (readKept("language.configured") === undefined ? undefined : "auto");
  writeKept("language.configured", configured);
  if (followed !== undefined) writeKept("language", followed === "auto" ? undefined : nearest(followed));
  await startLanguage(automatic);
}

/** Shows the kept choice, or else `automatic`. */
export async function startLanguage(automatic: string | undefined): Promise<void> {
  const choice = chosenLanguage();
  await showLanguage(choice === "auto" ? (nearest(automatic) ?? guess()) : choice);
}

async function showLanguage(next: Language): Promise<void> {
  if (next === "zh-CN") loaded["zh-CN"] ??= (await import("virtual:texts/zh-CN")).default;
  document.documentElement.lang = next;
  if (next !== language) {
    language = next;
    translate = translator(next);
  }
  // The choice may be another although the language is not.
  for (const listener of listeners) listener();
}

function translator(of: Language): Translate {
  const catalogue: Catalogue = { ...en, ...loaded[of] };
  return (key, params) => fill(catalogue[key] ?? key, params ?? {});
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function guess(): Language {
  return nearest(navigator.language) ?? "en";
}

function nearest(tag: string | undefined): Language | undefined {
  const primary = tag?.toLowerCase().split(/[-_.]/)[0];
  return primary === "zh" ? "zh-CN" : primary === "en" ? "en" : undefined;
}
