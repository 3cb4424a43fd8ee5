// Tells screen readers what happens: that a turn began, waits or ended, and the finished answer. Never each word of it.

import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n";
import { sessionStore, useView } from "../../session";

const LONGEST = 600;

export function Announcer({ session }: { session: string }) {
  const t = useT();
  const [said, setSaid] = useState("");
  const running = useView(session, (view) => view.running !== undefined);
  const waits = useView(session, (view) => view.waits.length);
  const end = useView(session, (view) => view.lastEnd?.type);
  const before = useRef({ running, waits });
  useEffect(() => {
    const was = before.current;
    before.current = { running, waits };
    if (waits > was.waits) setSaid(t("ui.say.waiting", { count: waits }));
    else if (running && !was.running) setSaid(t("ui.say.started"));
    else if (!running && was.running) setSaid(`${t(`ui.say.${end ?? "completed"}`)} ${newestAnswer(session)}`);
  }, [running, waits, end, session, t]);
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {said}
    </div>
  );
}

function newestAnswer(session: string): string {
  const { items } = sessionStore(session).getState().view;
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items.get(at);
    if (item?.kind === "text") return item.text.slice(0, LONGEST);
    if (item?.kind === "user") break;
  }
  return "";
}
