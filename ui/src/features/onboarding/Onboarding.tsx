// The first start in three steps: look, model, folder. It can be left at any step and goes on there when it comes back.

import { useRef, useState } from "react";
import { useEscape } from "../../app/escape";
import { chooseWorkspace } from "../../app/workspace";
import { navigate } from "../../app/route";
import { Button } from "../../components";
import { useFocusNext } from "../../components/useFocusNext";
import { readKept, useCommand, writeKept } from "../../data";
import { useT } from "../../i18n";
import { FolderStep } from "./FolderStep";
import { LookStep } from "./LookStep";
import { ModelStep } from "./ModelStep";
import styles from "./Onboarding.module.css";
import { StepList, type StepName } from "./StepList";

const STEPS: readonly StepName[] = ["look", "model", "folder"];
const KEPT = "onboarding";

export default function Onboarding({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [step, setStep] = useState<StepName>(keptStep);
  const models = useCommand("models", undefined).data?.models ?? [];
  const hasModel = models.some(({ missing_key }) => missing_key == null);
  const at = STEPS.indexOf(step);
  const go = (to: number) => {
    const next = STEPS[to] ?? "look";
    writeKept(KEPT, next);
    setStep(next);
  };
  const finish = (workspace?: string) => {
    writeKept(KEPT, undefined);
    if (workspace !== undefined) chooseWorkspace(workspace);
    navigate({ view: "home" });
    onDone();
  };
  useEscape(onDone);
  const column = useRef<HTMLDivElement>(null);
  useFocusNext(step, () => column.current?.querySelector<HTMLElement>('[aria-current="step"]'));
  return (
    <main className={styles.onboarding} aria-label={t("ui.onboarding.label")}>
      <div ref={column} className={styles.column}>
        <header>
          <h1 className={styles.title}>{t("ui.onboarding.welcome")}</h1>
          <p className={styles.intro}>{t("ui.onboarding.intro")}</p>
        </header>
        <StepList
          steps={STEPS}
          current={step}
          done={hasModel ? ["model"] : []}
          onGo={(name) => go(STEPS.indexOf(name))}
        />
        {step === "look" && <LookStep />}
        {step === "model" && <ModelStep hasModel={hasModel} onReady={() => go(at + 1)} onTour={onDone} />}
        {step === "folder" && <FolderStep onOpened={finish} />}
        <footer className={styles.footer}>
          <Button look="quiet" onClick={onDone} title={t("ui.onboarding.later_hint")}>
            {t("ui.onboarding.later")}
          </Button>
          <span className={styles.space} />
          {at > 0 && <Button onClick={() => go(at - 1)}>{t("ui.onboarding.back")}</Button>}
          {step === "look" && (
            <Button look="primary" onClick={() => go(at + 1)}>
              {t("ui.onboarding.next")}
            </Button>
          )}
          {step === "model" && (
            <Button look={hasModel ? "primary" : "plain"} disabled={!hasModel} onClick={() => go(at + 1)}>
              {t("ui.onboarding.next")}
            </Button>
          )}
        </footer>
      </div>
    </main>
  );
}

function keptStep(): StepName {
  const kept = readKept<StepName>(KEPT);
  return kept !== undefined && STEPS.includes(kept) ? kept : "look";
}
