// The change of one file. The drawing is loaded when the first diff is shown; until then its text stands in its place.

import { lazy, Suspense } from "react";
import styles from "./DiffView.module.css";

const Drawn = lazy(() => import("./DrawnDiff"));

export interface DiffViewProps {
  /** Hunks without file headers. */
  unified: string;
  /** `split` puts before and after side by side, where there is room for it. */
  look?: "unified" | "split";
}

export function DiffView(props: DiffViewProps) {
  return (
    <Suspense fallback={<pre className={styles.plain}>{props.unified}</pre>}>
      <Drawn {...props} />
    </Suspense>
  );
}
