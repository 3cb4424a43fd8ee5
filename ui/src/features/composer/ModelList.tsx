// The configured models with search, window and price, and the efforts of the chosen one.

import { Command } from "cmdk";
import { Check, KeyRound } from "lucide-react";
import { navigate } from "../../app/route";
import { showProblem } from "../../app/Toasts";
import type { ModelChoice } from "../../bindings/protocol";
import { Button, InlineProblem, Spinner } from "../../components";
import { useCommand } from "../../data";
import { shortNumber, useT } from "../../i18n";
import { useView } from "../../session";
import styles from "./Menus.module.css";
import { configure } from "./settings";

export default function ModelList({ session, onDone }: { session: string; onDone: () => void }) {
  const t = useT();
  const workspace = useView(session, (view) => view.workspace);
  const settings = useView(session, (view) => view.settings);
  const models = useCommand("models", undefined, { workspace });
  if (models.error) return <InlineProblem problem={models.error} onRetry={() => void models.refetch()} />;
  if (!models.data) return <Spinner />;
  const chosen = models.data.models.find((model) => model.reference === settings?.model);
  const choose = (model: ModelChoice) => {
    configure(session, { model: model.reference }).catch(showProblem);
    onDone();
  };
  return (
    <>
      <Command
        label={t("ui.model.search")}
        className={styles.command}
        {...(settings ? { defaultValue: settings.model } : {})}
      >
        {/* It comes after the menu, which has the focus by then. */}
        <Command.Input autoFocus placeholder={t("ui.model.search")} className={styles.search} />
        <Command.List className={styles.list} label={t("ui.model.list")}>
          <Command.Empty className={styles.empty}>
            {t(models.data.models.length === 0 ? "ui.providers.none" : "ui.model.none")}
          </Command.Empty>
          {models.data.models.map((model) => (
            <Command.Item
              key={model.reference}
              value={model.reference}
              keywords={[model.provider_title, model.model]}
              disabled={model.missing_key != null}
              className={styles.item}
              onSelect={() => choose(model)}
            >
              <span className={styles.tick}>
                {model.reference === settings?.model && <Check aria-hidden size={14} />}
              </span>
              <span className={styles.words}>
                <span>{model.scripted ? t("ui.model.scripted") : model.model}</span>
                <span className={styles.note}>{noteOf(model, t)}</span>
              </span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      {chosen?.efforts && chosen.efforts.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that take effect at once are no form
        <div className={styles.efforts} role="group" aria-label={t("ui.model.effort")}>
          <span className={styles.note}>{t("ui.model.effort")}</span>
          {chosen.efforts.map((effort) => (
            <Button
              key={effort}
              look={effort === (settings?.effort ?? chosen.default_effort) ? "primary" : "plain"}
              aria-pressed={effort === (settings?.effort ?? chosen.default_effort)}
              onClick={() => void configure(session, { effort }).catch(showProblem)}
            >
              {effort}
            </Button>
          ))}
        </div>
      )}
      <Button
        look="quiet"
        className={styles.manage ?? ""}
        icon={<KeyRound aria-hidden size={14} />}
        onClick={() => {
          onDone();
          navigate({ view: "settings", page: "models" });
        }}
      >
        {t("ui.settings.page_models")}
      </Button>
    </>
  );
}

function noteOf(model: ModelChoice, t: ReturnType<typeof useT>): string {
  if (model.scripted) return t("ui.model.scripted_note");
  const { price } = model;
  const parts = [
    model.provider_title,
    model.context_window != null && t("ui.model.window", { tokens: shortNumber(model.context_window) }),
    price && t("ui.model.price", { ...price }),
    model.missing_key != null && t("ui.model.missing_key", { variable: model.missing_key }),
  ];
  return parts.filter(Boolean).join(" · ");
}
