// How much of the model's window each part takes, and how much of the newest request came from the cache. Pure.

import type { ContextPart, SessionContextReply, Usage } from "../../bindings/protocol";

/** Tokens of all parts; estimated, as the parts are. */
export function totalTokens(parts: readonly ContextPart[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Part of a whole, from 0 to 1. */
export function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(part / whole, 1);
}

/** Of the input of a request; undefined where the provider does not tell. */
export function cachedShare(usage: Usage): number | undefined {
  const cached = usage.cached_input;
  return cached == null ? undefined : share(cached, cached + usage.fresh_input);
}

export function inputTokens({ fresh_input, cached_input }: Usage): number {
  return fresh_input + (cached_input ?? 0);
}

/** The share of the window that the next request takes; undefined where the window is not known. */
export function windowShare({ parts, window }: SessionContextReply): number | undefined {
  return window == null || window === 0 ? undefined : share(totalTokens(parts), window);
}

/** As people read a share: a small one is not shown as nothing. */
export function percent(part: number): string {
  const whole = part * 100;
  return whole > 0 && whole < 1 ? whole.toFixed(1) : String(Math.round(whole));
}
