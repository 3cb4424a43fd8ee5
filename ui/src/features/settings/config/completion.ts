// What may be typed at a place of a configuration file, by its JSON Schema. Works on text alone, so that it can be
// tested without an editor, and reads TOML only as far as that needs.

import type { JsonValue } from "../../../bindings/protocol";

export interface Suggestion {
  label: string;
  kind: "key" | "table" | "value";
  detail?: string;
  /** What is put in, if it is more than the label. */
  insert?: string;
}

export interface Suggestions {
  /** Where the word begins that they replace. */
  from: number;
  options: Suggestion[];
}

interface Schema {
  type?: string;
  description?: string;
  default?: JsonValue;
  enum?: JsonValue[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

export function suggest(schema: JsonValue, text: string, at: number): Suggestions | undefined {
  const root = schema as unknown as Schema;
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(lineStart, at);
  if (isInComment(before)) return undefined;
  const header = /^\s*(\[\[?)\s*([\w.-]*)$/.exec(before);
  if (header) return headers(root, header[1] ?? "[", header[2] ?? "", at);
  const value = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(before);
  const table = tableAbove(text.slice(0, lineStart));
  if (value) return values(find(root, [...table, ...split(value[1])]), value[2] ?? "", at);
  const key = /^\s*([\w.-]*)$/.exec(before);
  return key ? keys(find(root, [...table, ...split(key[1]).slice(0, -1)]), key[1] ?? "", at) : undefined;
}

function headers(root: Schema, open: string, typed: string, at: number): Suggestions {
  const wanted = open === "[[";
  const paths = tables(root, []).filter(({ isArray }) => isArray === wanted);
  const options = paths.map(({ path, schema }) => ({
    label: path.join("."),
    kind: "table" as const,
    ...detailOf(schema),
  }));
  return { from: at - typed.length, options };
}

function tables(schema: Schema, path: string[]): { path: string[]; schema: Schema; isArray: boolean }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const here = [...path, name];
    if (child.items?.properties) return [{ path: here, schema: child, isArray: true }];
    return child.properties ? [{ path: here, schema: child, isArray: false }, ...tables(child, here)] : [];
  });
}

function keys(table: Schema | undefined, typed: string, at: number): Suggestions | undefined {
  const word = typed.slice(typed.lastIndexOf(".") + 1);
  const options = Object.entries(table?.properties ?? {}).map(([label, child]) => {
    const isTable = child.properties !== undefined || child.items?.properties !== undefined;
    return {
      label,
      kind: isTable ? ("table" as const) : ("key" as const),
      insert: isTable ? label : `${label} = `,
      ...detailOf(child),
    };
  });
  return options.length === 0 ? undefined : { from: at - word.length, options };
}

function values(schema: Schema | undefined, typed: string, at: number): Suggestions | undefined {
  const inList = typed.startsWith("[");
  const wanted = inList ? schema?.items : schema;
  const word = /[\w"'-]*$/.exec(typed)?.[0] ?? "";
  const isDefault = (value: JsonValue) => !inList && value === schema?.default;
  const options = possible(wanted).map((value) => ({
    label: JSON.stringify(value),
    kind: "value" as const,
    ...(isDefault(value) ? { detail: "*" } : {}),
  }));
  return options.length === 0 ? undefined : { from: at - word.length, options };
}

function possible(schema: Schema | undefined): JsonValue[] {
  return schema?.enum ?? (schema?.type === "boolean" ? [true, false] : []);
}

function find(schema: Schema | undefined, path: readonly string[]): Schema | undefined {
  return entry(path.reduce<Schema | undefined>((at, name) => child(entry(at), name), schema));
}

/** Of a list of tables: one of them. */
function entry(schema: Schema | undefined): Schema | undefined {
  return schema?.items?.properties ? schema.items : schema;
}

function child(holder: Schema | undefined, name: string): Schema | undefined {
  const open = typeof holder?.additionalProperties === "object" ? holder.additionalProperties : undefined;
  return holder?.properties?.[name] ?? open;
}

/** The table that a line stands in: the last header above it. */
function tableAbove(text: string): string[] {
  const found = [...text.matchAll(/^[ \t]*\[\[?([^\]\n]+)\]\]?/gm)].at(-1)?.[1];
  return split(found);
}

/** The parts of a dotted key; quotes hold dots together. */
function split(key: string | undefined): string[] {
  return [...(key ?? "").matchAll(/"([^"]*)"|'([^']*)'|([^.\s]+)|(?<=\.)$/g)].map(
    (part) => part[1] ?? part[2] ?? part[3] ?? "",
  );
}

function isInComment(line: string): boolean {
  return /^(?:[^"'#]|"[^"]*"|'[^']*')*#/.test(line);
}

function detailOf({ description }: Schema): { detail?: string } {
  return description === undefined ? {} : { detail: description };
}
