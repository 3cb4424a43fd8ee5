import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton, TextField } from "../../components";
import { useT } from "../../i18n";
import styles from "./Provider.module.css";

interface KeyFieldProps {
  value: string;
  /** A key is kept already under this name. */
  kept: string | undefined;
  /** Where keys are kept. */
  file: string;
  error: string | undefined;
  onChange: (key: string) => void;
}

/** A secret being typed. It is shown only while asked for, and never filled in from what is kept. */
export function KeyField({ value, kept, file, error, onChange }: KeyFieldProps) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  const note =
    kept === undefined ? t("ui.providers.key_hint", { file }) : t("ui.providers.key_kept", { variable: kept });
  return (
    <div className={styles.key}>
      <TextField
        label={t("ui.providers.key")}
        type={isShown ? "text" : "password"}
        autoComplete="off"
        mono
        note={note}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        label={t(isShown ? "ui.providers.key_hide" : "ui.providers.key_show")}
        icon={isShown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}
