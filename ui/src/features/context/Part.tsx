import { useState } from "react";
import type { ContextKind, ContextPart } from "../../bindings/protocol";
import { ScrollText } from "../../components/ScrollText";
import { bytes, shortNumber, useT } from "../../i18n";
import styles from "./ContextPanel.module.css";
import { share } from "./shares";

const KINDS: Record<ContextKind, string> = {
  system: "ui.context.kind_system",
  tools: "ui.context.kind_tools",
  user: "ui.context.kind_user",
  model: "ui.context.kind_model",
  results: "ui.context.kind_results",
};

/** Bytes of a preview at most, as the engine cuts it. */
const PREVIEW_MOST = 4000;

/** One part: how large it is, beside the largest one, and what it says on demand. */
export function Part({ part, largest }: { part: ContextPart; largest: number }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const name = [t(KINDS[part.kind]), part.turn != null && t("ui.context.part_of_turn", { turn: part.turn })];
  const title = name.filter(Boolean).join(" · ");
  const facts = [
    part.count > 1 && t("ui.context.part_count", { count: part.count }),
    bytes(part.bytes),
    t("ui.context.tokens", { tokens: shortNumber(part.tokens) }),
  ];
  return (
    <li className={styles.part}>
      <button type="button" className={styles.partButton} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className={styles.partName}>{title}</span>
        <span className={styles.note}>{facts.filter(Boolean).join(" · ")}</span>
        <span className={styles.bar}>
          <span data-kind={part.kind} style={{ width: `${share(part.tokens, largest) * 100}%` }} />
        </span>
      </button>
      {isOpen && (
        <>
          <ScrollText label={t("ui.context.preview", { part: title })} text={part.preview} />
          {part.bytes > PREVIEW_MOST && <p className={styles.note}>{t("ui.context.preview_cut")}</p>}
        </>
      )}
    </li>
  );
}
