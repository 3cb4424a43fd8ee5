import { expect, it } from "vitest";
import type { ConfigValue } from "../../bindings/protocol";
import { entriesOf, listToml, orderedRules, ownTexts } from "./rule-list";

const user = { from: "user", file: "/h/config.toml", line: 3 } as const;
const project = { from: "project", file: "/w/reasonix.toml", line: 2 } as const;
const row = (key: string, value: ConfigValue["value"], origin: ConfigValue["origin"]): ConfigValue => ({
  key,
  value,
  origin,
  toml: null,
});

it("entries of a joined list know their file, the user's first", () => {
  const values = [
    row("permissions.allow", ["Bash(make:*)"], project),
    row("permissions.allow", ["Bash(cargo test:*)", "Read"], user),
    row("permissions.deny", ["Edit"], user),
  ];
  const entries = entriesOf(values, "permissions.allow");
  expect(entries.map(({ text, layer }) => [text, layer])).toEqual([
    ["Bash(cargo test:*)", "user"],
    ["Read", "user"],
    ["Bash(make:*)", "project"],
  ]);
  expect(ownTexts(entries, "project")).toEqual(["Bash(make:*)"]);
});

it("what is written is TOML whatever the rule holds", () => {
  expect(listToml([])).toBe("[]");
  expect(listToml(['Bash=echo "a\\b"', "Edit(文档/**)"])).toBe('["Bash=echo \\"a\\\\b\\"", "Edit(文档/**)"]');
});

it("ordered rules keep their order and what is left open", () => {
  const values = [
    row("permissions.rules[1]", { tool: "Edit", decision: "ask" }, user),
    row("permissions.rules[2]", { tool: "Edit", resource: "docs/**", kind: "edit", decision: "allow" }, project),
    row("permissions.rules_other", "x", user),
  ];
  expect(orderedRules(values).map(({ origin: _, ...rule }) => rule)).toEqual([
    { tool: "Edit", resource: undefined, kind: undefined, decision: "ask" },
    { tool: "Edit", resource: "docs/**", kind: "edit", decision: "allow" },
  ]);
});
