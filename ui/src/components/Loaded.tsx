// An answer from the engine in its three states: on its way, failed, there.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Problem } from "../bindings/protocol";
import { useT } from "../i18n";
import styles from "./Loaded.module.css";
import { InlineProblem } from "./Notice";
import { Spinner } from "./Spinner";

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T, Problem>, "data" | "error" | "refetch">;
  /** What is said while it is on its way. */
  loading?: string;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  if (query.error && query.data === undefined) {
    return (
      <div className={styles.problem}>
        <InlineProblem problem={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return query.data === undefined ? <Loading text={loading} /> : children(query.data);
}

/** Appears only after a moment, so that what is quick does not flicker. */
export function Loading({ text }: { text?: string | undefined }) {
  const t = useT();
  return (
    <div className={styles.loading} role="status">
      <Spinner />
      {text ?? t("ui.common.loading")}
    </div>
  );
}
