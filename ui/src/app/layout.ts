// Which columns are shown, kept on this machine.

import { create } from "zustand";
import { readKept, writeKept } from "../data";

export type PanelTab = "todos" | "changes" | "jobs" | "context" | "permissions";

interface Layout {
  sidebar: boolean;
  panel: boolean;
  tab: PanelTab;
}

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
