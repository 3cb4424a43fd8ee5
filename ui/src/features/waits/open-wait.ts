/** Which of several waits is shown whole, the others being folded: the chosen one, after its answer the next. */
export function openWait(
  waits: readonly number[],
  sent: ReadonlySet<number>,
  chosen: number | undefined,
): number | undefined {
  const open = waits.filter((id) => !sent.has(id));
  const at = chosen ?? 0;
  return open.find((id) => id >= at) ?? open[0] ?? waits[0];
}
