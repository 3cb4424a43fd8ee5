// Where a model may come from: known vendors, model servers found on this machine, or another address.

import { Cloud, HardDrive, Link2, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button, cx } from "../../components";
import { Loaded, Loading } from "../../components/Loaded";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import { byHand, type Draft, fromPreset, fromServer } from "./draft";
import styles from "./Provider.module.css";

export function ProviderChooser({ onChoose }: { onChoose: (draft: Draft) => void }) {
  const t = useT();
  const presets = useCommand("provider_presets", undefined);
  const keys = useCommand("providers", undefined).data?.keys ?? [];
  return (
    <div className={styles.chooser}>
      <section aria-label={t("ui.providers.vendor")}>
        <h3 className={styles.heading}>{t("ui.providers.vendor")}</h3>
        <Loaded query={presets}>
          {({ presets: known }) => (
            <ul className={styles.vendors}>
              {known.map((preset) => (
                <Choice
                  key={preset.entry.name}
                  icon={<Cloud aria-hidden size={16} />}
                  title={preset.title}
                  note={hostOf(preset.entry.base_url)}
                  isAddress
                  onClick={() => onChoose(fromPreset(preset, keys))}
                />
              ))}
              <Choice
                icon={<Link2 aria-hidden size={16} />}
                title={t("ui.providers.other")}
                note={t("ui.providers.other_hint")}
                onClick={() => onChoose(byHand())}
              />
            </ul>
          )}
        </Loaded>
      </section>
      <LocalServers onChoose={onChoose} />
    </div>
  );
}

function LocalServers({ onChoose }: { onChoose: (draft: Draft) => void }) {
  const t = useT();
  const servers = useCommand("local_servers", undefined);
  return (
    <section aria-label={t("ui.providers.local")}>
      <div className={styles.headingRow}>
        <h3 className={styles.heading}>{t("ui.providers.local")}</h3>
        <Button
          look="quiet"
          icon={<RefreshCw aria-hidden size={14} />}
          disabled={servers.isFetching}
          onClick={() => void servers.refetch()}
        >
          {t("ui.providers.look_again")}
        </Button>
      </div>
      {servers.isFetching ? (
        <Loading text={t("ui.providers.local_looking")} />
      ) : (
        <Loaded query={servers}>
          {({ servers: found }) =>
            found.length === 0 ? (
              <p className={styles.note}>{t("ui.providers.local_none")}</p>
            ) : (
              <ul className={styles.vendors}>
                {found.map((server) => (
                  <Choice
                    key={server.base_url}
                    icon={<HardDrive aria-hidden size={16} />}
                    title={server.name}
                    note={t("ui.providers.local_models", { address: server.base_url, count: server.models.length })}
                    onClick={() => onChoose(fromServer(server))}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  note: string;
  isAddress?: boolean;
  onClick: () => void;
}

function Choice({ icon, title, note, isAddress, onClick }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={styles.choice} onClick={onClick}>
        {icon}
        <span>
          <span className={styles.choiceTitle}>{title}</span>
          <span className={cx(styles.choiceNote, isAddress && styles.oneLine)} title={isAddress ? note : undefined}>
            {note}
          </span>
        </span>
      </button>
    </li>
  );
}

function hostOf(address: string | null): string {
  return address?.replace(/^https?:\/\//, "").split("/")[0] ?? "";
}
