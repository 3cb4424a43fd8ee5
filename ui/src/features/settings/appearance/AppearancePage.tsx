import { Minus, Plus } from "lucide-react";
import { useSyncExternalStore } from "react";
import { TEXT_SIZES, useDesktopSettings, useTextSize } from "../../../app/desktop-settings";
import { Button, IconButton } from "../../../components";
import { useT } from "../../../i18n";
import { ThemeChoice } from "../../../parts/look/ThemeChoice";
import { Page, Section } from "../Page";
import styles from "./Appearance.module.css";

/** Theme, text size, and what the system says about motion. */
export function AppearancePage() {
  const t = useT();
  return (
    <Page title={t("ui.appearance.title")}>
      <ThemeChoice />
      <TextSize />
      <Section title={t("ui.appearance.motion")}>
        <Motion />
      </Section>
    </Page>
  );
}

function TextSize() {
  const t = useT();
  const size = useTextSize();
  const { setTextSize } = useDesktopSettings();
  const { min, max, step } = TEXT_SIZES;
  return (
    <Section title={t("ui.appearance.text_size")}>
      <div className={styles.size}>
        <IconButton
          label={t("ui.appearance.text_smaller")}
          icon={<Minus aria-hidden size={16} />}
          disabled={size <= min}
          onClick={() => setTextSize(size - step)}
        />
        <input
          type="range"
          aria-label={t("ui.appearance.text_size")}
          aria-valuetext={t("ui.appearance.text_size_value", { size })}
          {...{ min, max, step }}
          value={size}
          onChange={(event) => setTextSize(Number(event.target.value))}
        />
        <IconButton
          label={t("ui.appearance.text_larger")}
          icon={<Plus aria-hidden size={16} />}
          disabled={size >= max}
          onClick={() => setTextSize(size + step)}
        />
        <output className={styles.value}>{t("ui.appearance.text_size_value", { size })}</output>
        <Button disabled={size === 100} onClick={() => setTextSize(100)}>
          {t("ui.appearance.text_reset")}
        </Button>
      </div>
      <p className={styles.sample}>{t("ui.appearance.sample")}</p>
    </Section>
  );
}

function Motion() {
  const t = useT();
  const isReduced = useSyncExternalStore(listen, () => matchMedia(REDUCED).matches);
  return <p className={styles.note}>{t(isReduced ? "ui.appearance.motion_reduced" : "ui.appearance.motion_full")}</p>;
}

const REDUCED = "(prefers-reduced-motion: reduce)";

function listen(listener: () => void): () => void {
  const query = matchMedia(REDUCED);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
