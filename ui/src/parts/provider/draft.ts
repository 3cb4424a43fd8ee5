// A provider while it is being set up: what was typed, and what is still missing. Pure.

import type { ListedModel, LocalServer, ProviderEntry, ProviderPreset } from "../../bindings/protocol";

export interface Draft {
  /** What people call it, while it has no better name. */
  title: string;
  entry: ProviderEntry;
  key: string;
  /** `.env` holds a key for it already. */
  hasKey: boolean;
  /** It is in the configuration already, under this name. */
  isKnown: boolean;
  /** Other addresses of the same vendor. */
  otherAddresses: readonly string[];
  /** Everything is typed by hand, so that every field shows. */
  isByHand: boolean;
}

export function fromPreset(preset: ProviderPreset, keys: readonly string[]): Draft {
  const { title, entry, other_base_urls: otherAddresses } = preset;
  return { title, entry, key: "", hasKey: holds(keys, entry), isKnown: false, otherAddresses, isByHand: false };
}

export function fromServer(server: LocalServer): Draft {
  const entry: ProviderEntry = {
    name: oneWord(server.name),
    kind: "openai",
    base_url: server.base_url,
    models: [],
    api_key_env: null,
  };
  return { title: server.name, entry, key: "", hasKey: false, isKnown: false, otherAddresses: [], isByHand: false };
}

export function byHand(): Draft {
  const entry: ProviderEntry = { name: "", kind: "openai", base_url: "", models: [], api_key_env: null };
  return { title: "", entry, key: "", hasKey: false, isKnown: false, otherAddresses: [], isByHand: true };
}

export function fromEntry(entry: ProviderEntry, keys: readonly string[]): Draft {
  const common = { title: entry.name, entry, key: "", otherAddresses: [] };
  return { ...common, hasKey: holds(keys, entry), isKnown: true, isByHand: true };
}

function holds(keys: readonly string[], { api_key_env: variable }: ProviderEntry): boolean {
  return variable != null && keys.includes(variable);
}

function oneWord(title: string): string {
  const word = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return word.replace(/^-+|-+$/g, "") || "local";
}

export type FieldName = "name" | "address" | "variable" | "key" | "models";

/** Text keys of what is wrong, by field. */
export type Faults = Partial<Record<FieldName, string>>;

/** What keeps the endpoint from being asked. */
export function connectionFaults({ entry, key, hasKey, isByHand }: Draft): Faults {
  const faults: Faults = {};
  if (!/^https?:\/\/[^\s/]+/.test(entry.base_url ?? "") && !isAddressElsewhere(entry))
    faults.address = "ui.providers.need_address";
  if (entry.api_key_env && !/^[A-Z_][A-Z0-9_]*$/.test(entry.api_key_env)) faults.variable = "ui.providers.bad_variable";
  // By hand nobody knows whether a key is wanted; the endpoint will tell.
  if (!isByHand && entry.api_key_env && !hasKey && key.trim() === "") faults.key = "ui.providers.need_key";
  return faults;
}

/** What keeps it from being saved. */
export function faultsOf(draft: Draft): Faults {
  const faults = connectionFaults(draft);
  if (!/^[^\s/]+$/.test(draft.entry.name)) faults.name = "ui.providers.need_name";
  if (draft.entry.models.length === 0) faults.models = "ui.providers.need_model";
  return faults;
}

// An entry with the exact address of requests has no base address.
function isAddressElsewhere({ base_url }: ProviderEntry): boolean {
  return base_url === null;
}

/** The entry without what was left empty. */
export function cleaned(entry: ProviderEntry): ProviderEntry {
  return {
    ...entry,
    name: entry.name.trim(),
    base_url: entry.base_url === null ? null : entry.base_url.trim().replace(/\/+$/, ""),
    models_url: entry.models_url?.trim() || null,
    api_key_env: entry.api_key_env?.trim() || null,
  };
}

/** Chosen models first in their order, then the listed ones that fit the filter. */
export function modelsToShow(listed: readonly ListedModel[], chosen: readonly string[], filter: string): ListedModel[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id }: ListedModel) => words.every((word) => id.toLowerCase().includes(word));
  const known = new Map(listed.map((model) => [model.id, model]));
  const first = chosen.map((id) => known.get(id) ?? { id });
  return [...first, ...listed.filter(({ id }) => !chosen.includes(id))].filter(fits);
}

export function toggled(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}

export function withFirst(chosen: readonly string[], id: string): string[] {
  return [id, ...chosen.filter((other) => other !== id)];
}

/** Names one a line or with commas, each once. */
export function namesIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\n,]/)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
}
