// A question that waits its turn, in one line: what it is, and about what. It opens it; it answers nothing.

import { ChevronRight } from "lucide-react";
import { Spinner, VisibleText } from "../../components";
import styles from "./Waits.module.css";

interface FoldedHeadProps {
  /** Names the card. */
  id: string;
  question: string;
  about: string;
  busy: boolean;
  onOpen: () => void;
}

export function FoldedHead({ id, question, about, busy, onOpen }: FoldedHeadProps) {
  return (
    <h2>
      <button type="button" className={styles.fold} aria-expanded={false} onClick={onOpen}>
        <ChevronRight aria-hidden size={14} />
        <span id={id} className={styles.foldQuestion}>
          {question}
        </span>
        <span className={styles.about}>
          <VisibleText text={about} />
        </span>
        {busy && <Spinner />}
      </button>
    </h2>
  );
}
