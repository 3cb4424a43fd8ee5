// Where the tour has no more to show: that it is over, and what comes after it. It stands in the composer's place, because
// the scripted model would answer nothing.

import { useTourEnd } from "../../app/tour";
import { Button, Notice } from "../../components";
import { useT } from "../../i18n";
import { useTour } from "../../parts/tour/useTour";
import { InlineProblem } from "../../components";
import styles from "./TourEnd.module.css";

/** `left` is a tour whose script was left: a call was declined, or the turn was stopped. */
export function TourEnd({ how }: { how: "over" | "left" | "folder" }) {
  const t = useT();
  const { start, isStarting, problem } = useTour(() => {});
  const { addModel, openFolder } = useTourEnd();
  return (
    <section className={styles.place} aria-label={t("ui.sidebar.workspace_tour")}>
      {problem && <InlineProblem problem={problem} />}
      <Notice
        live
        hint={t(`ui.tour.${how}_hint`)}
        actions={
          <>
            <Button look="primary" onClick={addModel}>
              {t("ui.tour.add_model")}
            </Button>
            {openFolder && <Button onClick={openFolder}>{t("ui.tour.open_folder")}</Button>}
            <Button busy={isStarting} onClick={start}>
              {t("ui.tour.again")}
            </Button>
          </>
        }
      >
        {t(`ui.tour.${how}`)}
      </Notice>
    </section>
  );
}
