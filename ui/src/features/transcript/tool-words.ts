// What a tool does, in a word; a tool without one is shown by its own name.

import {
  FilePen,
  FilePlus,
  Files,
  FileText,
  FolderTree,
  Globe,
  ListChecks,
  MessageCircleQuestion,
  ScrollText,
  Search,
  SquareStop,
  SquareTerminal,
  Timer,
  Wrench,
} from "lucide-react";
import type { ComponentType } from "react";
import { hasText, useT } from "../../i18n";

const ICONS: Readonly<Record<string, ComponentType<{ size?: number; className?: string | undefined }>>> = {
  ask: MessageCircleQuestion,
  bash: SquareTerminal,
  bash_output: ScrollText,
  edit_file: FilePen,
  glob: Files,
  grep: Search,
  kill_shell: SquareStop,
  ls: FolderTree,
  move_file: FilePen,
  multi_edit: FilePen,
  read_file: FileText,
  todo_write: ListChecks,
  wait: Timer,
  web_fetch: Globe,
  write_file: FilePlus,
};

export function iconOf(tool: string) {
  return ICONS[tool] ?? Wrench;
}

export function useToolWord(): (tool: string) => string {
  const t = useT();
  return (tool) => (hasText(`ui.tool.${tool}`) ? t(`ui.tool.${tool}`) : tool);
}
