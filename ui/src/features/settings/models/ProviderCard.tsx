// One configured provider: where it is, its models, whether its key is there. Tested, changed and removed here.

import { KeyRound, Plug } from "lucide-react";
import { useRef, useState } from "react";
import { useEscape } from "../../../app/escape";
import type { ConfiguredProvider } from "../../../bindings/protocol";
import { showNote, showProblem } from "../../../app/Toasts";
import { Button, Chip, InlineProblem } from "../../../components";
import { useFocusNext } from "../../../components/useFocusNext";
import { call, markStale } from "../../../data";
import { useT } from "../../../i18n";
import { fromEntry } from "../../../parts/provider/draft";
import { useConnection } from "../../../parts/provider/useConnection";
import styles from "./Models.module.css";

interface ProviderCardProps {
  provider: ConfiguredProvider;
  keys: readonly string[];
  defaultModel: string | null;
  may: boolean;
  onEdit: () => void;
}

export function ProviderCard({ provider: { entry, origin }, keys, defaultModel, may, onEdit }: ProviderCardProps) {
  const t = useT();
  const [isAsked, setIsAsked] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const keep = () => setIsAsked(false);
  useEscape(isAsked ? keep : undefined);
  useFocusNext(isAsked, () => removeButton.current);
  const { connection, test } = useConnection();
  const { name, models, api_key_env: variable } = entry;
  const isProjects = origin.from === "project";
  const remove = async () => {
    try {
      await call("provider_remove", { name });
      markStale(["providers", "models", "config_show", "config_file"]);
      showNote(t("ui.providers.removed", { name }));
    } catch (thrown) {
      showProblem(thrown);
    }
  };
  return (
    <li className={styles.card}>
      <div className={styles.cardBar}>
        <div className={styles.words}>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.note}>{entry.base_url}</p>
        </div>
        <KeyState variable={variable ?? undefined} isThere={variable != null && keys.includes(variable)} />
      </div>
      <ul className={styles.models}>
        {models.map((model) => (
          <li key={model}>
            <code>{model}</code>
            {`${name}/${model}` === defaultModel && <Chip tone="accent">{t("ui.providers.model_first")}</Chip>}
          </li>
        ))}
      </ul>
      {isProjects && <p className={styles.note}>{t("ui.providers.from_project")}</p>}
      {connection.state === "failed" && <InlineProblem problem={connection.problem} />}
      {connection.state === "answers" && (
        <p role="status" className={styles.note}>
          {connection.models === null
            ? t("ui.providers.test_without_list")
            : t("ui.providers.test_passed", { count: connection.models.length })}
        </p>
      )}
      {may && (
        <div className={styles.buttons}>
          {isAsked ? (
            <>
              <span>{t("ui.providers.remove_confirm", { name })}</span>
              <Button look="danger" autoFocus onClick={() => void remove()}>
                {t("ui.providers.remove_short")}
              </Button>
              <Button onClick={keep}>{t("ui.providers.cancel")}</Button>
            </>
          ) : (
            <>
              <Button
                icon={<Plug aria-hidden size={14} />}
                busy={connection.state === "testing"}
                onClick={() => void test(fromEntry(entry, keys))}
              >
                {t("ui.providers.test")}
              </Button>
              {!isProjects && (
                <>
                  <Button aria-label={t("ui.providers.edit", { name })} onClick={onEdit}>
                    {t("ui.providers.edit_short")}
                  </Button>
                  <Button
                    ref={removeButton}
                    aria-label={t("ui.providers.remove", { name })}
                    onClick={() => setIsAsked(true)}
                  >
                    {t("ui.providers.remove_short")}
                  </Button>
                </>
              )}
            </>
          )}
        </div>
      )}
    </li>
  );
}

function KeyState({ variable, isThere }: { variable: string | undefined; isThere: boolean }) {
  const t = useT();
  if (variable === undefined) return <Chip>{t("ui.providers.key_state_none")}</Chip>;
  const text = isThere ? "ui.providers.key_state_set" : "ui.providers.key_state_missing";
  return (
    <Chip tone={isThere ? "ok" : "warn"} icon={<KeyRound aria-hidden size={12} />}>
      {t(text, { variable })}
    </Chip>
  );
}
