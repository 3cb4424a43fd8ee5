// A no, with words for the model if one likes.

import { type FormEvent, useState } from "react";
import { Button, TextField } from "../../components";
import { useT } from "../../i18n";
import styles from "./Waits.module.css";

interface RejectFormProps {
  busy: boolean;
  onSend: (message: string) => void;
  onCancel: () => void;
}

export function RejectForm({ busy, onSend, onCancel }: RejectFormProps) {
  const t = useT();
  const [message, setMessage] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(message.trim());
  };
  return (
    <form
      className={styles.reject}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        className={styles.grow ?? ""}
        label={t("ui.waits.reject_message")}
        hideLabel
        placeholder={t("ui.waits.reject_message")}
        // The form was asked for by its user.
        autoFocus
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" look="danger" busy={busy}>
        {t("ui.waits.reject_send")}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {t("ui.common.cancel")}
      </Button>
    </form>
  );
}
