// What the agent may do without asking. YOLO cannot be mistaken for another, and is confirmed once per session.

import { ChevronDown, ShieldOff } from "lucide-react";
import { useRef, useState } from "react";
import { showProblem } from "../../app/Toasts";
import type { Posture } from "../../bindings/protocol";
import { Button, cx, Dialog, Menu, MenuChoices } from "../../components";
import { useMay } from "../../data";
import { useT } from "../../i18n";
import { useView } from "../../session";
import styles from "./Menus.module.css";
import { configure } from "./settings";

const POSTURES: readonly Posture[] = ["ask", "accept-edits", "auto", "dont-ask", "yolo"];
const confirmed = new Set<string>();

export function PostureMenu({ session }: { session: string }) {
  const t = useT();
  const may = useMay("posture");
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const posture = useView(session, (view) => view.settings?.posture);
  if (posture === undefined) return null;
  const word = (of: Posture) => t(`ui.posture.${of.replace("-", "_")}`);
  const set = (next: Posture) => {
    if (next === "yolo" && !confirmed.has(session)) setAsking(true);
    else void configure(session, { posture: next }).catch(showProblem);
  };
  const confirm = () => {
    confirmed.add(session);
    setAsking(false);
    void configure(session, { posture: "yolo" }).catch(showProblem);
  };
  const isYolo = posture === "yolo";
  const trigger = (
    <Button
      ref={button}
      look="quiet"
      disabled={!may}
      title={may ? undefined : t("ui.common.not_exposed")}
      aria-label={t("ui.posture.name", { posture: word(posture) })}
      className={cx(styles.trigger, isYolo && styles.yolo)}
      icon={isYolo ? <ShieldOff aria-hidden size={14} /> : undefined}
    >
      {word(posture)}
      <ChevronDown aria-hidden size={14} />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger} side="top">
        <MenuChoices
          value={posture}
          onChange={set}
          choices={POSTURES.map((value) => ({
            value,
            label: word(value),
            note: t(`ui.posture.${value.replace("-", "_")}_note`),
            danger: value === "yolo",
          }))}
        />
      </Menu>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        returnTo={() => button.current}
        title={t("ui.posture.yolo_title")}
        description={t("ui.posture.yolo_text")}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t("ui.common.cancel")}</Button>
            <Button look="danger" onClick={confirm}>
              {t("ui.posture.yolo_confirm")}
            </Button>
          </>
        }
      />
    </>
  );
}
