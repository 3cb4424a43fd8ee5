// Name, wire format and address of a provider. A known vendor shows its address alone, the rest on demand.

import { useId } from "react";
import type { ProviderEntry, Wire } from "../../bindings/protocol";
import { Select, Switch, TextField } from "../../components";
import { useT } from "../../i18n";
import type { Draft, Faults } from "./draft";
import styles from "./Provider.module.css";

interface AddressFieldsProps {
  draft: Draft;
  faults: Faults;
  onChange: (change: Partial<Draft>) => void;
}

export function AddressFields({ draft, faults, onChange }: AddressFieldsProps) {
  const t = useT();
  const { entry, isByHand, isKnown, otherAddresses } = draft;
  const change = (next: Partial<ProviderEntry>) => onChange({ entry: { ...entry, ...next } });
  const fault = (text: string | undefined) => (text === undefined ? undefined : t(text));
  return (
    <>
      {isByHand && !isKnown && (
        <TextField
          label={t("ui.providers.name")}
          note={t("ui.providers.name_hint", { name: entry.name || "…" })}
          error={fault(faults.name)}
          value={entry.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
      {isByHand && <WireField kind={entry.kind} onChange={(kind) => change({ kind })} />}
      {entry.base_url !== null && (
        <TextField
          label={t("ui.providers.address")}
          mono
          inputMode="url"
          placeholder="https://api.example.com/v1"
          error={fault(faults.address)}
          value={entry.base_url}
          onChange={(event) => change({ base_url: event.target.value })}
        />
      )}
      {otherAddresses.length > 0 && (
        <ul className={styles.addresses} aria-label={t("ui.providers.address_other")}>
          {otherAddresses
            .filter((address) => address !== entry.base_url)
            .map((address) => (
              <li key={address}>
                <button type="button" className={styles.address} onClick={() => change({ base_url: address })}>
                  {address}
                </button>
              </li>
            ))}
        </ul>
      )}
      {isByHand && <RareFields {...{ entry, change }} variableFault={fault(faults.variable)} />}
    </>
  );
}

function WireField({ kind, onChange }: { kind: Wire; onChange: (kind: Wire) => void }) {
  const t = useT();
  const id = useId();
  const choices = [
    { value: "openai", label: t("ui.providers.kind_openai") },
    { value: "anthropic", label: t("ui.providers.kind_anthropic") },
  ] as const;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {t("ui.providers.kind")}
      </label>
      <Select<Wire> id={id} value={kind} onChange={onChange} choices={choices} />
    </div>
  );
}

interface RareFieldsProps {
  entry: ProviderEntry;
  change: (next: Partial<ProviderEntry>) => void;
  variableFault: string | undefined;
}

function RareFields({ entry, change, variableFault }: RareFieldsProps) {
  const t = useT();
  return (
    <details className={styles.rare} open={variableFault !== undefined || undefined}>
      <summary>{t("ui.providers.more")}</summary>
      <div className={styles.form}>
        <TextField
          label={t("ui.providers.models_url")}
          mono
          inputMode="url"
          note={t("ui.providers.models_url_hint")}
          value={entry.models_url ?? ""}
          onChange={(event) => change({ models_url: event.target.value })}
        />
        <TextField
          label={t("ui.providers.key_variable")}
          mono
          placeholder="EXAMPLE_API_KEY"
          error={variableFault}
          value={entry.api_key_env ?? ""}
          onChange={(event) => change({ api_key_env: event.target.value })}
        />
        {entry.kind === "anthropic" && (
          <div className={styles.switchRow}>
            <Switch
              checked={entry.bearer ?? false}
              onChange={(bearer) => change({ bearer })}
              label={t("ui.providers.bearer")}
            />
            <span aria-hidden>{t("ui.providers.bearer")}</span>
          </div>
        )}
      </div>
    </details>
  );
}
