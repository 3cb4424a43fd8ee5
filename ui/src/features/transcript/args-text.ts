/** The arguments of a call for reading: a line each, texts of several lines as such below their name. What is no object
 * stays as it came. */
export function argsText(args: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    return args;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return args;
  return Object.entries(parsed)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return text.includes("\n") ? `${name}:\n${text.replace(/^/gm, "  ")}` : `${name}: ${text}`;
    })
    .join("\n");
}
