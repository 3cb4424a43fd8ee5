// Placeholders of a text, by the rules of crates/locale: `{name}`, where a name is a lower-case word; a value is never
// looked at again, and a name without a value stays as it is written.

export type Params = Record<string, string | number>;

export function fill(template: string, params: Params): string {
  return template.replace(/\{([a-z][a-z0-9_]*)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}
