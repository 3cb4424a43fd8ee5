// The look and the keys as the user's configuration has them. They are applied here at once and written to the file, so
// that every front end on this machine agrees; where the file may not be written, they hold in this browser alone.

import { useEffect } from "react";
import type { ConfigValue } from "../bindings/protocol";
import { call, markStale, useAbout, useMay } from "../data";
import { chooseLanguage, followLanguage, type Language, startLanguage } from "../i18n";
import { setAppearance, type Theme, useAppearance } from "../theme/appearance";
import { showProblem } from "./Toasts";
import { bindShortcut, useShortcuts } from "./shortcuts";
import { chosenWorkspace, useHere } from "./workspace";

const NONE = "none";
export const TEXT_SIZES = { min: 80, max: 150, step: 5 } as const;

export interface DesktopSettings {
  /** Whether changes reach the configuration. */
  isWritten: boolean;
  setTheme: (theme: Theme) => void;
  /** In percent. */
  setTextSize: (percent: number) => void;
  setLanguage: (language: Language | "auto") => void;
  /** Undefined goes back to the usual keys, an empty text takes them off. */
  setShortcut: (action: string, keys: string | undefined) => void;
}

export function useDesktopSettings(): DesktopSettings {
  const isWritten = useMay("settings");
  const write = (key: string, value: string | undefined) => {
    if (isWritten) void save(key, value).catch(showProblem);
  };
  return {
    isWritten,
    setTheme: (theme) => {
      setAppearance({ theme });
      write("desktop.theme", theme);
    },
    setTextSize: (percent) => {
      const size = clampSize(percent);
      setAppearance({ textScale: size / 100 });
      write("desktop.text_size", String(size));
    },
    setLanguage: (language) => {
      void chooseLanguage(language);
      write("language", language === "zh-CN" ? "zh" : language);
    },
    setShortcut: (action, keys) => {
      bindShortcut(action, keys);
      write(`desktop.shortcuts.${nameOf(action)}`, keys === "" ? NONE : keys);
    },
  };
}

export function clampSize(percent: number): number {
  return Math.min(Math.max(Math.round(percent), TEXT_SIZES.min), TEXT_SIZES.max);
}

/** In percent, as it is shown now. */
export function useTextSize(): number {
  return useAppearance((look) => Math.round(look.textScale * 100));
}

async function save(key: string, value: string | undefined): Promise<void> {
  if (value === undefined) await call("config_unset", { key, layer: "user" }, chosenWorkspace());
  else await call("config_set", { key, value, layer: "user" }, chosenWorkspace());
  markStale(["config_show", "config_file"]);
}

/** Follows the configuration. Mounted once, by the shell. */
export function useConfiguredLook(): void {
  const values = useHere("config_show", undefined).data?.values;
  const isWritten = useMay("settings");
  const told = useAbout().data?.language;
  useEffect(() => {
    if (values !== undefined) apply(values);
  }, [values]);
  useEffect(() => {
    if (told === undefined || values === undefined) return;
    // Where choices are not written, one that was made here is not undone by the configuration.
    if (isWritten) void followLanguage(told, configuredLanguage(values));
    else void startLanguage(told);
  }, [told, values, isWritten]);
}

/** Takes over what somebody set; a default of the program does not undo a choice kept in this browser. */
export function apply(values: readonly ConfigValue[]): void {
  const set = values.filter(({ origin }) => origin.from !== "default");
  const value = (key: string) => set.find((row) => row.key === key)?.value;
  const theme = value("desktop.theme");
  if (theme === "auto" || theme === "light" || theme === "dark") setAppearance({ theme });
  const size = value("desktop.text_size");
  if (typeof size === "number") setAppearance({ textScale: clampSize(size) / 100 });
  const own = shortcutsIn(set);
  if (Object.keys(own).length > 0) useShortcuts.setState({ own });
}

/** Undefined where its user has set none. A project's does not count: the page shows several of them. */
function configuredLanguage(values: readonly ConfigValue[]): string | undefined {
  const isOwn = ({ origin }: ConfigValue) => origin.from !== "default" && origin.from !== "project";
  const row = values.find((row) => row.key === "language" && isOwn(row));
  return typeof row?.value === "string" ? row.value : undefined;
}

/** By the name of the action in the configuration. */
export function shortcutsIn(values: readonly ConfigValue[]): Record<string, string> {
  const own: Record<string, string> = {};
  const put = (name: string, keys: unknown) => {
    if (typeof keys === "string") own[actionOf(name)] = keys.toLowerCase() === NONE ? "" : keys.toLowerCase();
  };
  for (const { key, value } of values) {
    if (key === "desktop.shortcuts" && typeof value === "object" && value !== null) {
      for (const [name, keys] of Object.entries(value)) put(name, keys);
    } else if (key.startsWith("desktop.shortcuts.")) put(key.slice("desktop.shortcuts.".length), value);
  }
  return own;
}

// A dot in a name would need quotes in TOML. Names of actions have one dot, behind their area.
function nameOf(action: string): string {
  return action.replace(".", "-");
}

function actionOf(name: string): string {
  return name.replace("-", ".");
}
