// Another try of a request that failed: why, and when. Pure.

import { hasText, problemText, type Translate } from "../../i18n";
import type { Activity } from "../../session";

type Retry = NonNullable<Activity["retry"]>;

/** In a few words, and the whole of what is known. `now` by the clock that `until` is of. */
export function waitWords(t: Translate, { attempt, max, until, problem }: Retry, now: number) {
  const short = `ui.retry.${problem.code}`;
  const { message } = problemText(t, problem);
  const reason = hasText(short) ? t(short) : message;
  const seconds = Math.ceil((until - now) / 1000);
  const key = seconds > 0 ? "ui.state.retrying" : "ui.state.retrying_now";
  return { text: t(key, { reason, seconds, attempt, max }), whole: message };
}
