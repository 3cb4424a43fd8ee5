// The configured providers, adding and changing one, and the model of new sessions.

import { Plus } from "lucide-react";
import { useState } from "react";
import { goBack } from "../../../app/came-from";
import { useEscape } from "../../../app/escape";
import { showNote } from "../../../app/Toasts";
import { useHere } from "../../../app/workspace";
import type { ProviderSavedReply, ProvidersReply } from "../../../bindings/protocol";
import { Button, EmptyState, Notice } from "../../../components";
import { useFocusNext } from "../../../components/useFocusNext";
import { Loaded } from "../../../components/Loaded";
import { useMay } from "../../../data";
import { useT } from "../../../i18n";
import { type Draft, fromEntry } from "../../../parts/provider/draft";
import { ProviderChooser } from "../../../parts/provider/ProviderChooser";
import { ProviderForm } from "../../../parts/provider/ProviderForm";
import { Page, Section } from "../Page";
import { DefaultModel } from "./DefaultModel";
import styles from "./Models.module.css";
import { ProviderCard } from "./ProviderCard";

const NOTHING = { what: "nothing" } as const;

type Doing = { what: "nothing" } | { what: "choosing" } | { what: "editing"; draft: Draft; makeDefault: boolean };

/** With `of`, that provider is being changed, and saving leads back to where one came from. */
export function ModelsPage({ of }: { of?: string | undefined }) {
  const t = useT();
  const may = useMay("providers");
  const list = useHere("providers", undefined);
  const [chosen, setDoing] = useState<Doing>();
  const doing = chosen ?? (may ? meant(list.data, of) : undefined) ?? NOTHING;
  const rest = () => setDoing(NOTHING);
  useFocusNext(doing.what, () => document.querySelector<HTMLElement>("[data-next]"));
  useEscape(chosen?.what === "choosing" ? rest : undefined);
  const saved = (name: string, { outranked_by: origin }: ProviderSavedReply) => {
    rest();
    if (of !== undefined) goBack();
    showNote(t("ui.providers.saved", { name }));
    if (origin !== null && "file" in origin) showNote(t("ui.providers.outranked", { file: origin.file }));
  };
  if (doing.what === "editing") {
    const { draft, makeDefault } = doing;
    const title = draft.isKnown
      ? t("ui.providers.edit", { name: draft.title })
      : draft.title || t("ui.providers.other");
    return (
      <Page title={title}>
        <ProviderForm
          {...{ draft, makeDefault }}
          cancelText={t("ui.providers.cancel")}
          onCancel={rest}
          onSaved={(entry, reply) => saved(entry.name, reply)}
        />
      </Page>
    );
  }
  return (
    <Page title={t("ui.providers.title")} intro={t("ui.providers.intro")}>
      {!may && <Notice tone="warn">{t("ui.providers.not_exposed")}</Notice>}
      <Loaded query={list}>
        {({ providers, keys, default_model }) => (
          <>
            <DefaultModel />
            {providers.length === 0 ? (
              doing.what === "nothing" && <EmptyState title={t("ui.providers.none")} />
            ) : (
              <ul className={styles.list}>
                {providers.map((provider) => (
                  <ProviderCard
                    key={provider.entry.name}
                    {...{ provider, keys, may }}
                    defaultModel={default_model}
                    onEdit={() =>
                      setDoing({ what: "editing", draft: fromEntry(provider.entry, keys), makeDefault: false })
                    }
                  />
                ))}
              </ul>
            )}
            {may && doing.what === "nothing" && (
              <div>
                <Button data-next icon={<Plus aria-hidden size={16} />} onClick={() => setDoing({ what: "choosing" })}>
                  {t("ui.providers.add")}
                </Button>
              </div>
            )}
            {doing.what === "choosing" && (
              <Section
                title={t("ui.providers.add")}
                end={
                  <Button data-next onClick={rest}>
                    {t("ui.providers.cancel")}
                  </Button>
                }
              >
                <ProviderChooser
                  onChoose={(draft) =>
                    setDoing({ what: "editing", draft, makeDefault: providers.length === 0 || default_model === null })
                  }
                />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What one came here for: to change a provider, but none of the project's, or to add the first. */
function meant(list: ProvidersReply | undefined, name: string | undefined): Doing | undefined {
  if (list?.providers.length === 0) return { what: "choosing" };
  const found = list?.providers.find(({ entry, origin }) => entry.name === name && origin.from !== "project");
  return found && { what: "editing", draft: fromEntry(found.entry, list?.keys ?? []), makeDefault: false };
}
