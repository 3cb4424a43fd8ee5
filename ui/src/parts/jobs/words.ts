// How a background job stands, in a few words and a tone.

import type { Tone } from "../../components";
import type { Translate } from "../../i18n";
import type { JobView } from "../../session";

export interface JobWords {
  text: string;
  tone: Tone;
}

export function jobWords(t: Translate, { end }: Pick<JobView, "end">): JobWords {
  switch (end?.type) {
    case undefined:
      return { text: t("ui.jobs.running"), tone: "accent" };
    case "exited":
      return { text: t("ui.jobs.exited", { code: end.code }), tone: end.code === 0 ? "ok" : "danger" };
    case "signalled":
      return { text: t("ui.jobs.signalled", { signal: end.signal }), tone: "danger" };
    case "stopped":
      return { text: t(`ui.jobs.stopped_${end.by}`), tone: "neutral" };
    case "failed":
      return { text: t("ui.jobs.failed"), tone: "danger" };
    case "lost":
      return { text: t(end.stopped ? "ui.jobs.lost_stopped" : "ui.jobs.lost"), tone: "warn" };
  }
}
