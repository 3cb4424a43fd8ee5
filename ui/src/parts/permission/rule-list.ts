// The joined lists of `[permissions]`: whose file an entry stands in, and what is written when one is added or removed.
// Pure; whether a rule can be read is told by the engine.

import type { ConfigLayer, ConfigValue } from "../../bindings/protocol";

export type ListKey =
  | "permissions.deny"
  | "permissions.ask"
  | "permissions.allow"
  | "permissions.protected_paths"
  | "permissions.credential_paths";

export interface ListEntry {
  text: string;
  /** Whose file it stands in; undefined if it comes from elsewhere and cannot be changed here. */
  layer: ConfigLayer | undefined;
  origin: ConfigValue["origin"];
}

/** The entries of a list in force, those of the user first. */
export function entriesOf(values: readonly ConfigValue[], key: ListKey): ListEntry[] {
  const rows = values.filter((row) => row.key === key);
  const entries = rows.flatMap((row) =>
    strings(row.value).map((text) => ({ text, layer: layerOf(row), origin: row.origin })),
  );
  return [...entries.filter(({ layer }) => layer !== "project"), ...entries.filter(({ layer }) => layer === "project")];
}

/** The texts of one file's own part of the list. */
export function ownTexts(entries: readonly ListEntry[], layer: ConfigLayer): string[] {
  return entries.filter((entry) => entry.layer === layer).map(({ text }) => text);
}

/** A list as a configuration file has it. JSON's strings are TOML's basic strings. */
export function listToml(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text).replaceAll("\u007f", "\\u007F")).join(", ")}]`;
}

function layerOf({ origin }: ConfigValue): ConfigLayer | undefined {
  return origin.from === "user" || origin.from === "project" ? origin.from : undefined;
}

function strings(value: ConfigValue["value"]): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

export interface OrderedRule {
  tool: string;
  resource: string | undefined;
  kind: string | undefined;
  decision: string;
  origin: ConfigValue["origin"];
}

/** `[[permissions.rules]]` in their order; the last that matches decides. */
export function orderedRules(values: readonly ConfigValue[]): OrderedRule[] {
  return values.flatMap(({ key, value, origin }) => {
    if (!/^permissions\.rules\[\d+\]$/.test(key) || typeof value !== "object" || value === null || Array.isArray(value))
      return [];
    const field = (name: string) => (typeof value[name] === "string" ? value[name] : undefined);
    const [tool = "", decision = ""] = [field("tool"), field("decision")];
    return [{ tool, resource: field("resource"), kind: field("kind"), decision, origin }];
  });
}
