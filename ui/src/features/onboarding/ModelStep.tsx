// A model to work with: one that is ready, one to be set up, or the tour, which needs none.

import { useRef, useState } from "react";
import { showNote } from "../../app/Toasts";
import { Button, InlineProblem, Notice } from "../../components";
import { useFocusNext } from "../../components/useFocusNext";
import { useCommand, useMay } from "../../data";
import { useT } from "../../i18n";
import type { Draft } from "../../parts/provider/draft";
import { ProviderChooser } from "../../parts/provider/ProviderChooser";
import { ProviderForm } from "../../parts/provider/ProviderForm";
import { useTour } from "../../parts/tour/useTour";
import styles from "./Onboarding.module.css";

interface ModelStepProps {
  hasModel: boolean;
  onReady: () => void;
  onTour: () => void;
}

export function ModelStep({ hasModel, onReady, onTour }: ModelStepProps) {
  const t = useT();
  const may = useMay("providers");
  const ready = useCommand("models", undefined).data?.default_model ?? undefined;
  const [adding, setAdding] = useState(false);
  const [draft, setDraft] = useState<Draft>();
  const body = useRef<HTMLElement>(null);
  // The form takes it itself.
  useFocusNext(draft ?? adding, () => body.current?.querySelector<HTMLElement>("button"));
  if (draft !== undefined) {
    return (
      <section className={styles.stepBody} aria-label={t("ui.onboarding.model_title")}>
        <h2 className={styles.heading}>{draft.title || t("ui.providers.other")}</h2>
        <ProviderForm
          draft={draft}
          makeDefault
          cancelText={t("ui.providers.choose_another")}
          onCancel={() => setDraft(undefined)}
          onSaved={(entry) => {
            showNote(t("ui.providers.saved", { name: entry.name }));
            setDraft(undefined);
            onReady();
          }}
        />
      </section>
    );
  }
  return (
    <section ref={body} className={styles.stepBody} aria-label={t("ui.onboarding.model_title")}>
      <div>
        <h2 className={styles.heading}>{t("ui.onboarding.model_title")}</h2>
        <p className={styles.intro}>{t("ui.onboarding.model_intro")}</p>
      </div>
      {!may && <Notice tone="warn">{t("ui.onboarding.providers_not_exposed")}</Notice>}
      {hasModel && ready !== undefined && (
        <Notice
          actions={
            may && !adding && <Button onClick={() => setAdding(true)}>{t("ui.onboarding.model_another")}</Button>
          }
        >
          {t("ui.onboarding.model_ready", { model: ready })}
        </Notice>
      )}
      {may && (!hasModel || adding) && <ProviderChooser onChoose={setDraft} />}
      <Tour onStarted={onTour} />
    </section>
  );
}

function Tour({ onStarted }: { onStarted: () => void }) {
  const t = useT();
  const { start, isStarting, problem } = useTour(onStarted);
  return (
    <section aria-label={t("ui.onboarding.tour_title")} className={styles.tour}>
      <div className={styles.space}>
        <h3 className={styles.heading}>{t("ui.onboarding.tour_title")}</h3>
        <p className={styles.intro}>{t("ui.onboarding.tour_text")}</p>
      </div>
      <Button busy={isStarting} onClick={start}>
        {t(isStarting ? "ui.onboarding.tour_starting" : "ui.onboarding.tour_start")}
      </Button>
      {problem && <InlineProblem problem={problem} />}
    </section>
  );
}
