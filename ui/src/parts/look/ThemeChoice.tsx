import { Monitor, Moon, Sun } from "lucide-react";
import { useDesktopSettings } from "../../app/desktop-settings";
import { useT } from "../../i18n";
import { type Theme, useAppearance } from "../../theme/appearance";
import { Choices } from "../../components/Choices";

const THEMES = [
  { value: "auto", text: "ui.appearance.theme_auto", icon: Monitor },
  { value: "light", text: "ui.appearance.theme_light", icon: Sun },
  { value: "dark", text: "ui.appearance.theme_dark", icon: Moon },
] as const;

export function ThemeChoice() {
  const t = useT();
  const theme = useAppearance((look) => look.theme);
  const { setTheme } = useDesktopSettings();
  const choices = THEMES.map(({ value, text, icon: Icon }) => ({
    value,
    label: t(text),
    icon: <Icon aria-hidden size={16} />,
  }));
  return <Choices<Theme> label={t("ui.appearance.theme")} value={theme} choices={choices} onChange={setTheme} />;
}
