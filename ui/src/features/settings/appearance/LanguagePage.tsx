import { useT } from "../../../i18n";
import { LanguageChoice } from "../../../parts/look/LanguageChoice";
import { Page } from "../Page";

export function LanguagePage() {
  const t = useT();
  return (
    <Page title={t("ui.language.title")} intro={t("ui.language.intro")}>
      <LanguageChoice />
    </Page>
  );
}
