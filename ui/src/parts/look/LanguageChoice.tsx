import { useDesktopSettings } from "../../app/desktop-settings";
import { type Language, useChosenLanguage, useT } from "../../i18n";
import { Choices } from "../../components/Choices";

const LANGUAGES = [
  { value: "auto", text: "ui.language.auto" },
  { value: "en", text: "ui.language.en", lang: "en" },
  { value: "zh-CN", text: "ui.language.zh", lang: "zh-CN" },
] as const;

export function LanguageChoice() {
  const t = useT();
  const chosen = useChosenLanguage();
  const { setLanguage } = useDesktopSettings();
  const choices = LANGUAGES.map(({ value, text, ...rest }) => ({ value, label: t(text), ...rest }));
  return (
    <Choices<Language | "auto">
      label={t("ui.language.title")}
      value={chosen}
      choices={choices}
      onChange={setLanguage}
    />
  );
}
