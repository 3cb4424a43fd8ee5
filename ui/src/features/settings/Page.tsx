// The frame of one page of the settings, and of its parts.

import { type ReactNode, useId } from "react";
import { useT } from "../../i18n";
import { Notice } from "../../components";
import { useMay } from "../../data";
import styles from "./Page.module.css";

interface PageProps {
  title: string;
  intro?: string;
  /** Said where settings may not be changed from here. */
  needsSettings?: boolean;
  children: ReactNode;
}

export function Page({ title, intro, needsSettings = false, children }: PageProps) {
  const t = useT();
  const may = useMay("settings");
  return (
    <div className={styles.page}>
      <header>
        <h2 className={styles.title}>{title}</h2>
        {intro !== undefined && <p className={styles.note}>{intro}</p>}
      </header>
      {needsSettings && !may && <Notice tone="warn">{t("ui.settings.not_exposed")}</Notice>}
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  note?: string | undefined;
  /** Stands behind the title. */
  end?: ReactNode;
  children: ReactNode;
}

export function Section({ title, note, end, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.bar}>
        <h3 id={id} className={styles.heading}>
          {title}
        </h3>
        {end}
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}
