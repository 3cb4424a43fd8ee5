// Which of an endpoint's models are used, and which one is the provider's default. An endpoint without a list takes names.

import { Star } from "lucide-react";
import { useId, useState } from "react";
import type { ListedModel } from "../../bindings/protocol";
import { Chip, IconButton, TextArea, TextField } from "../../components";
import { shortNumber, useT } from "../../i18n";
import { modelsToShow, namesIn, toggled, withFirst } from "./draft";
import styles from "./Provider.module.css";

interface ModelPickerProps {
  /** Null: it keeps no list. */
  listed: readonly ListedModel[] | null;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Rows drawn at most; more are reached by the filter. */
const MOST_ROWS = 200;

export function ModelPicker({ listed, chosen, error, onChange }: ModelPickerProps) {
  const t = useT();
  const [text, setText] = useState(chosen.join("\n"));
  if (listed === null) {
    return (
      <TextArea
        label={t("ui.providers.models_by_name")}
        mono
        rows={3}
        spellCheck={false}
        note={t("ui.providers.models_hint")}
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(namesIn(event.target.value));
        }}
      />
    );
  }
  return <ModelList {...{ listed, chosen, error, onChange }} />;
}

function ModelList({ listed, chosen, error, onChange }: ModelPickerProps & { listed: readonly ListedModel[] }) {
  const t = useT();
  const id = useId();
  const [filter, setFilter] = useState("");
  const shown = modelsToShow(listed, chosen, filter);
  return (
    <fieldset className={styles.models} aria-describedby={`${id}-below`}>
      <legend>{t("ui.providers.models")}</legend>
      <TextField
        label={t("ui.providers.models_filter")}
        hideLabel
        placeholder={t("ui.providers.models_filter")}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <ul className={styles.modelList}>
        {shown.slice(0, MOST_ROWS).map((model) => (
          <ModelRow key={model.id} {...{ model, chosen, onChange }} />
        ))}
      </ul>
      <div id={`${id}-below`}>
        <p className={styles.note}>
          {t("ui.providers.models_hint")}{" "}
          {t("ui.providers.models_listed", { shown: Math.min(shown.length, MOST_ROWS), count: listed.length })}
        </p>
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}

function ModelRow({ model, chosen, onChange }: { model: ListedModel } & Pick<ModelPickerProps, "chosen" | "onChange">) {
  const t = useT();
  const isChosen = chosen.includes(model.id);
  const isFirst = chosen[0] === model.id;
  return (
    <li className={styles.model}>
      <label>
        <input type="checkbox" checked={isChosen} onChange={() => onChange(toggled(chosen, model.id))} />
        <span className={styles.modelName}>{model.id}</span>
      </label>
      {model.context_window != null && (
        <span className={styles.note}>
          {t("ui.providers.model_window", { tokens: shortNumber(model.context_window) })}
        </span>
      )}
      {isFirst && <Chip tone="accent">{t("ui.providers.model_first")}</Chip>}
      {isChosen && !isFirst && (
        <IconButton
          label={t("ui.providers.model_make_first", { model: model.id })}
          icon={<Star aria-hidden size={14} />}
          onClick={() => onChange(withFirst(chosen, model.id))}
        />
      )}
    </li>
  );
}
