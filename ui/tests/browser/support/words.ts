// The texts of the page, for what is looked for in both languages.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Language } from "./browser";

const FILES: Record<Language, string> = { en: "en.json", zh: "zh-CN.json" };

export function words(language: Language): (key: string) => string {
  const path = resolve(import.meta.dirname, "../../../../crates/locale", FILES[language]);
  const texts = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`no text ${key}`);
    return text;
  };
}
