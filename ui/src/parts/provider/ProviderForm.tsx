// Sets up one provider: its address and key, a test of both, the models to use. Nothing is written before Save.

import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { useEscape } from "../../app/escape";
import type { ProviderEntry, ProviderSavedReply } from "../../bindings/protocol";
import { Button, InlineProblem, Notice, Switch } from "../../components";
import { isFocusLost } from "../../components/useFocusNext";
import { call, markStale, useCommand } from "../../data";
import { asProblem, useT } from "../../i18n";
import type { Problem } from "../../bindings/protocol";
import { AddressFields } from "./AddressFields";
import { cleaned, connectionFaults, type Draft, type Faults, faultsOf } from "./draft";
import { KeyField } from "./KeyField";
import { ModelPicker } from "./ModelPicker";
import styles from "./Provider.module.css";
import { type Connection, useConnection } from "./useConnection";

interface ProviderFormProps {
  draft: Draft;
  /** Whether its first model becomes the one of new sessions, unless that is changed here. */
  makeDefault: boolean;
  onCancel: () => void;
  cancelText: string;
  onSaved: (entry: ProviderEntry, saved: ProviderSavedReply) => void;
}

export function ProviderForm({ draft: start, makeDefault, onCancel, cancelText, onSaved }: ProviderFormProps) {
  const t = useT();
  const [draft, setDraft] = useState(start);
  const [isDefault, setIsDefault] = useState(makeDefault);
  const [faults, setFaults] = useState<Faults>({});
  const [saving, setSaving] = useState(false);
  /** Without a list its models are written by name, from the moment they are missed. */
  const [byName, setByName] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  useEscape(onCancel);
  const form = useRef<HTMLFormElement>(null);
  // What it was chosen with is gone; what is still to be written comes next.
  useLayoutEffect(() => {
    if (!isFocusLost()) return;
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>("input, textarea") ?? [])];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, []);
  const { connection, test, forget } = useConnection();
  const keyFile = useCommand("providers", undefined).data?.key_file ?? ".env";
  const { entry } = draft;
  const fault = (text: string | undefined) => (text === undefined ? undefined : t(text));

  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    setFaults({});
    setProblem(undefined);
  };
  const changeConnection = (next: Partial<Draft>) => {
    change(next);
    forget();
  };
  const runTest = async () => {
    const found = connectionFaults(draft);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const result = await test(draft);
    // With one model there is nothing to choose.
    const only = result.state === "answers" && result.models?.length === 1 ? result.models[0] : undefined;
    if (only && entry.models.length === 0) setDraft((now) => ({ ...now, entry: { ...now.entry, models: [only.id] } }));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    if (found.models !== undefined && !showsModels) setByName(true);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const made = cleaned(entry);
      const saved = await call("provider_save", {
        entry: made,
        key: draft.key.trim() || null,
        make_default: isDefault,
      });
      markStale(["providers", "models", "config_show", "config_file", "session_context"]);
      onSaved(made, saved);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setSaving(false);
    }
  };

  const noList = byName && connection.state !== "answers";
  const takesKey = draft.isByHand || entry.api_key_env != null;
  const showsModels = connection.state === "answers" || draft.isKnown || entry.models.length > 0;
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void save(event)}
      aria-label={draft.title || t("ui.providers.other")}
      noValidate
    >
      <AddressFields draft={draft} faults={faults} onChange={changeConnection} />
      {takesKey && (
        <KeyField
          value={draft.key}
          kept={draft.hasKey ? (entry.api_key_env ?? undefined) : undefined}
          file={keyFile}
          error={fault(faults.key)}
          onChange={(key) => changeConnection({ key })}
        />
      )}
      <div className={styles.test}>
        <Button busy={connection.state === "testing"} onClick={() => void runTest()}>
          {t("ui.providers.test")}
        </Button>
        <TestResult connection={connection} address={entry.base_url ?? ""} />
      </div>
      {(showsModels || noList) && (
        <ModelPicker
          key={noList ? "names" : connection.state}
          listed={noList ? null : listedIn(connection, entry.models)}
          chosen={entry.models}
          error={fault(noList && faults.models !== undefined ? "ui.providers.need_model_or_test" : faults.models)}
          onChange={(models) => change({ entry: { ...entry, models } })}
        />
      )}
      <div className={styles.switchRow}>
        <Switch checked={isDefault} onChange={setIsDefault} label={t("ui.providers.make_default")} />
        <span aria-hidden>{t("ui.providers.make_default")}</span>
      </div>
      {problem && <InlineProblem problem={problem} />}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{cancelText}</Button>
        <Button type="submit" look="primary" busy={saving}>
          {t(saving ? "ui.providers.saving" : "ui.providers.save")}
        </Button>
      </div>
    </form>
  );
}

function TestResult({ connection, address }: { connection: Connection; address: string }) {
  const t = useT();
  switch (connection.state) {
    case "untested":
      return null;
    case "testing":
      return <output className={styles.note}>{t("ui.providers.testing", { address })}</output>;
    case "failed":
      return <InlineProblem problem={connection.problem} />;
    case "answers":
      return (
        <Notice live tone={connection.models === null ? "warn" : "info"}>
          {connection.models === null
            ? t("ui.providers.test_without_list")
            : t("ui.providers.test_passed", { count: connection.models.length })}
        </Notice>
      );
  }
}

/** Before a test only the configured models are known. */
function listedIn(connection: Connection, configured: readonly string[]) {
  if (connection.state === "answers") return connection.models;
  return configured.map((id) => ({ id }));
}
