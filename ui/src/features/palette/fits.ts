/** Whether every typed word is somewhere in a text, whatever the case. */
export function fits(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
