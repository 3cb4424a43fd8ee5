// Makes `virtual:texts/<language>` from the one catalogue in crates/locale: the keys the UI shows, and no others.
// The sentences themselves are not here.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const PREFIXES = ["ui.", "problem.", "nested.", "type.", "os.", "proof.", "ask.", "doctor.", "location.", "demo."];
const NAME = "virtual:texts/";

export function texts(): Plugin {
  const file = (language: string) => fileURLToPath(new URL(`../../crates/locale/${language}.json`, import.meta.url));
  return {
    name: "reasonix-texts",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const path = file(id.slice(NAME.length + 1));
      this.addWatchFile(path);
      const all = Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, string>);
      const kept = all.filter(([key]) => PREFIXES.some((prefix) => key.startsWith(prefix)));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(kept)))});`;
    },
  };
}
