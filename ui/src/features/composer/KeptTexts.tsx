// Long pastes, each a small card above the words. They are sent with the message.

import { X } from "lucide-react";
import { IconButton } from "../../components";
import { bytes, useT } from "../../i18n";
import styles from "./Composer.module.css";
import { countLines, type KeptText } from "./drafts";

export function KeptTexts({ kept, onRemove }: { kept: readonly KeptText[]; onRemove: (id: number) => void }) {
  const t = useT();
  if (kept.length === 0) return null;
  return (
    <ul className={styles.kept}>
      {kept.map(({ id, text }) => (
        <li key={id} className={styles.keptText}>
          <span className={styles.keptWords}>
            {t("ui.composer.pasted", { lines: countLines(text), size: bytes(text.length) })} ·{" "}
            {text.trimStart().slice(0, 60).split("\n", 1)[0]}
          </span>
          <IconButton
            label={t("ui.composer.remove_paste")}
            icon={<X aria-hidden size={14} />}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  );
}
