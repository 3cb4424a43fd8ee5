// When a session changed, as short as a narrow column needs it: the time today, else the date.

export function when(at: number, language: string, now = Date.now()): string {
  const date = new Date(at);
  if (at >= new Date(now).setHours(0, 0, 0, 0)) {
    return date.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  }
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString(language, {
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
