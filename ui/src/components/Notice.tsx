// What the user is told in place: a remark, a warning, a problem with what to do next.

import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Problem } from "../bindings/protocol";
import { problemText, useT } from "../i18n";
import { Button } from "./Button";
import { cx } from "./cx";
import styles from "./Notice.module.css";
import { Words } from "./Words";

const ICONS = { info: Info, warn: TriangleAlert, danger: CircleAlert } as const;

interface NoticeProps {
  tone?: "info" | "warn" | "danger";
  children: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  /** Said at once by screen readers. */
  live?: boolean;
}

export function Notice({ tone = "info", children, hint, actions, live = false }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={cx(styles.notice, styles[tone])} role={live ? (tone === "danger" ? "alert" : "status") : undefined}>
      <Icon aria-hidden size={16} className={styles.icon} />
      <div className={styles.words}>
        <div>{children}</div>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface InlineProblemProps {
  problem: Problem;
  tone?: "info" | "warn" | "danger";
  /** Offered where doing the same again may work. */
  onRetry?: (() => void) | undefined;
  actions?: ReactNode;
  live?: boolean;
  /** Where the hint leads to the place that the problem is shown in. */
  hideHint?: boolean;
}

export function InlineProblem({
  problem,
  tone = "danger",
  onRetry,
  actions,
  live = true,
  hideHint = false,
}: InlineProblemProps) {
  const t = useT();
  const { message, hint } = problemText(t, problem);
  const retry = onRetry && (
    <Button look="plain" onClick={onRetry}>
      {t("ui.common.retry")}
    </Button>
  );
  const both =
    retry || actions ? (
      <>
        {retry}
        {actions}
      </>
    ) : undefined;
  return (
    <Notice tone={tone} hint={hint && !hideHint && <Words text={hint} />} live={live} actions={both}>
      <Words text={message} />
    </Notice>
  );
}
