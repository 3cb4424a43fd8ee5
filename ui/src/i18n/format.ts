// Numbers, times and money as the shown language writes them.

import type { Cost } from "../bindings/protocol";
import { currentLanguage } from "./catalogue";

const units = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** As in 950, 12.3k, 1.2M. */
export function shortNumber(value: number): string {
  if (value < 1000) return String(Math.round(value));
  const [scaled, unit] = value < 999_950 ? [value / 1000, "k"] : [value / 1_000_000, "M"];
  return `${scaled < 100 ? scaled.toFixed(1).replace(/\.0$/, "") : Math.round(scaled)}${unit}`;
}

/** As in 0.4 s, 12 s, 3:05, 1:02:03. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = (seconds % 3600) / 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${Math.floor(minutes)}:${two(seconds % 60)}`;
}

/** As `duration`, in whole seconds: for a clock that ticks. */
export function ticking(ms: number): string {
  return ms < 10_000 ? `${Math.floor(ms / 1000)} s` : duration(ms);
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  return value < 1024 * 1024 ? `${(value / 1024).toFixed(1)} KiB` : `${(value / 1024 / 1024).toFixed(1)} MiB`;
}

export function money({ amount, currency }: Cost): string {
  const digits = amount >= 1 ? 2 : amount >= 0.01 ? 3 : 4;
  const options = { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(currentLanguage(), options).format(amount);
}

/** As in 5 minutes ago; the date after a week. */
export function ago(at: number, now = Date.now()): string {
  const passed = now - at;
  if (passed > 7 * 86_400_000) return new Date(at).toLocaleDateString(currentLanguage());
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto", style: "short" });
  const found = units.find(({ ms }) => passed >= ms);
  return found ? format.format(-Math.floor(passed / found.ms), found.unit) : format.format(0, "minute");
}

export function clock(at: number): string {
  return clockOf(currentLanguage()).format(at);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one costs more than drawing the row that it is for. */
function clockOf(language: string): Intl.DateTimeFormat {
  const found = clocks.get(language);
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  clocks.set(language, made);
  return made;
}
