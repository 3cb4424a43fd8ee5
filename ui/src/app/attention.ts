// Calls the user back: a badge with the number of sessions that wait, and a notification when one needs an answer or has
// finished while the window is not focused.

import { useEffect } from "react";
import type { SessionId, SessionStatus } from "../bindings/protocol";
import { onSignal, useStanding } from "../data";
import { host } from "../host";
import { t } from "../i18n";

export function useAttention(): void {
  useEffect(() => {
    const titles = new Map<SessionId, string>();
    const former = new Map<SessionId, SessionStatus["type"]>();
    const tell = (session: SessionId, status: SessionStatus) => {
      const before = former.get(session);
      former.set(session, status.type);
      if (before === status.type || document.hasFocus()) return;
      const title = titles.get(session) ?? t("ui.app.name");
      if (status.type === "waiting") host().platform.notify(title, t("ui.notify.waiting"));
      else if (before === "running" && status.type === "failed") host().platform.notify(title, t("ui.notify.failed"));
      else if (before === "running") host().platform.notify(title, t("ui.notify.finished"));
    };
    const endSignals = onSignal((signal) => {
      if (signal.type === "session_status") tell(signal.session, signal.status);
      if (signal.type === "session_changed") {
        titles.set(signal.summary.id, signal.summary.title);
        tell(signal.summary.id, signal.summary.status);
      }
    });
    const endBadge = useStanding.subscribe(({ status }) => {
      host().platform.badge(Object.values(status).filter(({ type }) => type === "waiting").length);
    });
    return () => {
      endSignals();
      endBadge();
    };
  }, []);
}
