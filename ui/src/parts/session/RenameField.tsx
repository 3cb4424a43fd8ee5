import { useRef, useState } from "react";
import { useT } from "../../i18n";
import styles from "./RenameField.module.css";

interface RenameFieldProps {
  title: string;
  /** Undefined if nothing changes. */
  onEnd: (title: string | undefined) => void;
}

/** A title being typed. Enter and leaving the field keep it, Escape does not. */
export function RenameField({ title, onEnd }: RenameFieldProps) {
  const t = useT();
  const [typed, setTyped] = useState(title);
  const ended = useRef(false);
  const end = (next: string | undefined) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next === title ? undefined : next);
  };
  return (
    <input
      className={styles.rename}
      aria-label={t("ui.sidebar.rename_field")}
      value={typed}
      // biome-ignore lint/a11y/noAutofocus: it was asked for by the user a moment ago.
      autoFocus
      spellCheck={false}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => end(typed)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") end(typed);
        if (event.key === "Escape") end(undefined);
      }}
    />
  );
}
