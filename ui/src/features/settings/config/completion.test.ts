import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { suggest } from "./completion";

const schema = JSON.parse(readFileSync("../docs/configuration.schema.json", "utf8"));

/** The labels at the place of `|`. */
function at(text: string): string[] | undefined {
  const place = text.indexOf("|");
  return suggest(schema, text.replace("|", ""), place)?.options.map(({ label }) => label);
}

it("keys of the table above are offered", () => {
  expect(at("[sandbox]\nforb|")).toEqual(expect.arrayContaining(["workspace_root", "allow_write", "forbid_read"]));
  expect(at("[sandbox]\nforb|")).not.toContain("api_key_env");
  expect(at('[[providers]]\nname = "x"\n|')).toContain("api_key_env");
});

it("keys at the top are tables and values", () => {
  expect(at("|")).toEqual(expect.arrayContaining(["default_model", "network", "permissions"]));
});

it("dotted keys lead into tables", () => {
  expect(at("network.max|")).toContain("max_retries");
});

it("headers of tables and of lists of tables are told apart", () => {
  expect(at("[|")).toEqual(expect.arrayContaining(["agent", "agent.repeat_reminder", "permissions"]));
  expect(at("[|")).not.toContain("providers");
  expect(at("[[|")).toEqual(expect.arrayContaining(["providers", "permissions.rules"]));
});

it("possible values are offered, also inside a table under a name of one's own", () => {
  expect(at("language = |")).toEqual(['"auto"', '"en"', '"zh"']);
  expect(at('[network]\nproxy_mode = "a|')).toEqual(['"auto"', '"off"']);
  expect(at("[environment]\noffline = |")).toEqual(["true", "false"]);
  expect(at('[providers.prices."m-1.5"]\n|')).toContain("cache_hit");
});

it("nothing is offered in a comment or where the schema knows nothing", () => {
  expect(at("# lang|")).toBeUndefined();
  expect(at("nonsense.|")).toBeUndefined();
});

it("what is typed already is replaced, not repeated", () => {
  const text = 'language = "e';
  expect(suggest(schema, text, text.length)?.from).toBe("language = ".length);
});
