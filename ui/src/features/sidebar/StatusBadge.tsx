// How a session stands, as a sign with words behind it. A resting session has none.

import { CircleAlert, Lock } from "lucide-react";
import type { SessionStatus } from "../../bindings/protocol";
import { Spinner } from "../../components";
import { useT } from "../../i18n";
import styles from "./StatusBadge.module.css";

export function StatusBadge({ status, inUse }: { status: SessionStatus; inUse: boolean }) {
  const t = useT();
  const text = statusText(status, inUse);
  if (text === undefined) return null;
  const words = t(text, status.type === "waiting" ? { count: status.waits } : {});
  return (
    <span className={styles.badge} data-status={inUse ? "in_use" : status.type} title={words}>
      <Sign status={status} inUse={inUse} />
      <span className="sr-only">{words}</span>
    </span>
  );
}

function Sign({ status, inUse }: { status: SessionStatus; inUse: boolean }) {
  if (inUse) return <Lock aria-hidden size={12} />;
  if (status.type === "running") return <Spinner size={12} />;
  if (status.type === "failed") return <CircleAlert aria-hidden size={14} />;
  return <span aria-hidden>{status.type === "waiting" ? status.waits : ""}</span>;
}

function statusText(status: SessionStatus, inUse: boolean): string | undefined {
  if (inUse) return "ui.sidebar.in_use";
  switch (status.type) {
    case "resting":
      return undefined;
    case "running":
      return "ui.sidebar.status_running";
    case "waiting":
      return "ui.sidebar.status_waiting";
    case "failed":
      return "ui.sidebar.status_failed";
    case "unseen":
      return "ui.sidebar.status_unseen";
  }
}
