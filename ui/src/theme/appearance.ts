// The look that a user chose, kept on this machine: theme and text size. Language is in i18n.

import { create } from "zustand";
import { readKept, writeKept } from "../data/kept";

export type Theme = "auto" | "light" | "dark";
/** Text sizes one may choose, as a factor of the usual one. */
export const TEXT_SCALES = [0.875, 1, 1.125, 1.25, 1.5] as const;

interface Appearance {
  theme: Theme;
  textScale: number;
}

const KEY = "appearance";

export const useAppearance = create<Appearance>(() => ({ theme: "auto", textScale: 1, ...readKept<Appearance>(KEY) }));

export function setAppearance(change: Partial<Appearance>): void {
  useAppearance.setState(change);
  writeKept(KEY, useAppearance.getState());
  applyAppearance();
}

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
systemIsDark.addEventListener("change", applyAppearance);

/** Puts the choice on <html>. Called once before the first paint and at every change, the system's included. */
export function applyAppearance(): void {
  const { theme, textScale } = useAppearance.getState();
  const root = document.documentElement;
  root.dataset.theme = theme === "auto" ? (systemIsDark.matches ? "dark" : "light") : theme;
  root.style.setProperty("--text-scale", String(textScale));
}
