// Tells a file's name in a code span, as in `src/main.rs:12`, from other code.

export interface FileReference {
  path: string;
  line?: number;
}

const REFERENCE = /^(\.{0,2}\/?(?:[\w@+.-]+\/)*[\w@+.-]+\.[A-Za-z][A-Za-z0-9]{0,9})(?::(\d+))?(?::\d+)?(?:-\d+)?$/;
/** Endings of names of the web and of versions, which are no files unless they have a folder or a line. */
const OTHER = /\.(?:com|org|net|io|dev)$/i;
/** Something like `object.method` is no file: a name without a folder or a line needs an ending that files have. */
const ENDINGS =
  /\.(?:c|cc|cfg|conf|cpp|cs|css|csv|go|h|hpp|html?|ini|java|js|json|jsonl|jsx|kt|lock|lua|md|mjs|php|png|py|rb|rs|scss|sh|sql|svg|swift|toml|ts|tsx|txt|vue|xml|ya?ml|zig)$/i;

export function fileReference(text: string): FileReference | undefined {
  const found = text.length > 300 ? null : REFERENCE.exec(text);
  const path = found?.[1];
  if (!path || path.startsWith("/..")) return undefined;
  const line = found[2];
  // An address begins with a name of the web.
  if (OTHER.test(path.split("/")[0] ?? "")) return undefined;
  if (line !== undefined) return { path, line: Number(line) };
  return ENDINGS.test(path) || path.includes("/") ? { path } : undefined;
}
