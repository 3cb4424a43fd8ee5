// Terminal output as plain text: colours and cursor moves are left out, and a line that was written over shows its end.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const SEQUENCES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

export function plainOutput(text: string): string {
  const plain = text.includes("\u001b") ? text.replace(SEQUENCES, "") : text;
  if (!plain.includes("\r")) return plain;
  return plain
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => line.slice(line.replace(/\r+$/, "").lastIndexOf("\r") + 1))
    .join("\n");
}
