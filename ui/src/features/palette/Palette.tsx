// The command palette: everything that can be done, and every session, file and workspace, by typing a part of its name.

import { Command } from "cmdk";
import { File, Folder, MessageSquare, Zap } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useActions } from "../../app/actions";
import { viewFile } from "../../app/file-viewer";
import { showSession, showWorkspace } from "../../app/show";
import { shortcutOf, shortcutText, useShortcuts } from "../../app/shortcuts";
import { useTypedAhead } from "../../app/useTypedAhead";
import { useWorkspace } from "../../app/workspace";
import { Kbd } from "../../components";
import { useT } from "../../i18n";
import { fits } from "./fits";
import styles from "./Palette.module.css";
import { useFindings } from "./useFindings";

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  filesOnly?: boolean;
}

export default function Palette({ open, onOpenChange, filesOnly = false }: PaletteProps) {
  const t = useT();
  const [query, setQuery] = useState("");
  useTypedAhead(setQuery);
  const wanted = query.trim();
  const workspace = useWorkspace();
  const own = useShortcuts((state) => state.own);
  const actions = useActions((state) => state.actions);
  const { sessions, hits, files, workspaces } = useFindings(wanted, filesOnly);
  const commands = filesOnly
    ? []
    : [...actions.values()].filter(({ id, title }) => id !== "palette.open" && fits(t(title), wanted));
  const pick = (run: () => void) => () => {
    onOpenChange(false);
    // The dialog gives the focus back first; what runs may want it elsewhere.
    requestAnimationFrame(run);
  };
  const openSession = (session: string, of: string) => pick(() => showSession(session, of));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content className={styles.palette} aria-describedby={undefined} onOpenAutoFocus={focusField}>
          <Radix.Title className="sr-only">{t("ui.palette.title")}</Radix.Title>
          <Command shouldFilter={false} label={t("ui.palette.title")}>
            <Command.Input
              className={styles.input}
              placeholder={t(filesOnly ? "ui.palette.field_files" : "ui.palette.field")}
              value={query}
              onValueChange={setQuery}
            />
            <Command.List className={styles.list} label={t("ui.palette.title")}>
              <Command.Empty className={styles.none}>{t("ui.palette.none", { query: wanted })}</Command.Empty>
              <Group heading={t("ui.palette.commands")} count={commands.length}>
                {commands.map((action) => {
                  const keys = shortcutOf(action, own);
                  return (
                    <Row
                      key={action.id}
                      value={action.id}
                      icon={<Zap aria-hidden size={14} />}
                      onSelect={pick(action.run)}
                      keys={keys}
                    >
                      {t(action.title)}
                      <span className={styles.note}>{t(action.group)}</span>
                    </Row>
                  );
                })}
              </Group>
              <Group heading={t("ui.palette.sessions")} count={sessions.length}>
                {sessions.map(({ id, title, workspace: of }) => (
                  <Row
                    key={id}
                    value={`session ${id}`}
                    icon={<MessageSquare aria-hidden size={14} />}
                    onSelect={openSession(id, of)}
                  >
                    {title || t("ui.sidebar.untitled")}
                  </Row>
                ))}
              </Group>
              <Group heading={t("ui.palette.in_conversations")} count={hits.length}>
                {hits.map(({ summary: { id, title, workspace: of }, excerpt }) => (
                  <Row
                    key={id}
                    value={`hit ${id}`}
                    icon={<MessageSquare aria-hidden size={14} />}
                    onSelect={openSession(id, of)}
                  >
                    {title || t("ui.sidebar.untitled")}
                    <span className={styles.note}>{excerpt}</span>
                  </Row>
                ))}
              </Group>
              <Group heading={t("ui.palette.files")} count={files.length}>
                {files.map(({ path }) => (
                  <Row
                    key={path}
                    value={`file ${path}`}
                    icon={<File aria-hidden size={14} />}
                    onSelect={pick(() => viewFile({ path, workspace }))}
                  >
                    <code>{path}</code>
                  </Row>
                ))}
              </Group>
              <Group heading={t("ui.palette.workspaces")} count={workspaces.length}>
                {workspaces.map(({ path, name }) => (
                  <Row
                    key={path}
                    value={`workspace ${path}`}
                    icon={<Folder aria-hidden size={14} />}
                    onSelect={pick(() => showWorkspace(path))}
                  >
                    {name}
                    <span className={styles.note}>{path}</span>
                  </Row>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Group({ heading, count, children }: { heading: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <Command.Group heading={heading} className={styles.group}>
      {children}
    </Command.Group>
  );
}

interface RowProps {
  value: string;
  icon: ReactNode;
  keys?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

function Row({ value, icon, keys, onSelect, children }: RowProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={styles.row}>
      {icon}
      <span className={styles.words}>{children}</span>
      {keys !== undefined && <Kbd keys={shortcutText(keys)} />}
    </Command.Item>
  );
}

/** Behind what was typed ahead, which would otherwise be selected and lost with the next key. */
function focusField(event: Event): void {
  event.preventDefault();
  const field = (event.currentTarget as HTMLElement).querySelector("input");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
