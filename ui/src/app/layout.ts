// Which columns are shown, kept on this machine.

import { create } from "zustand";
import { readKept, writeKept } from "../data";

export type PanelTab = "todos" | "changes" | "jobs" | "context" | "permissions";

interface Layout {
  sidebar: boolean;
  panel: boolean;
  tab: PanelTab;
  /** In pixels, as far as the window has them; absent while nobody set it. */
  panelWidth?: number | undefined;
}

/** Narrower and wider the panel does not become. */
export const PANEL_WIDTHS = { min: 280, max: 1200 } as const;

const KEY = "layout";

export const useLayout = create<Layout>(() => ({
  sidebar: true,
  panel: false,
  tab: "todos",
  ...readKept<Partial<Layout>>(KEY),
}));

export function setLayout(change: Partial<Layout>): void {
  useLayout.setState(change);
  writeKept(KEY, useLayout.getState());
}

export function setPanelWidth(width: number): void {
  setLayout({ panelWidth: Math.round(Math.min(Math.max(width, PANEL_WIDTHS.min), PANEL_WIDTHS.max)) });
}
