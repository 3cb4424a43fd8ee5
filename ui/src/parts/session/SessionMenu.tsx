import { Archive, ArchiveRestore, Copy, FileText, MoreHorizontal, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { SessionSummary } from "../../bindings/protocol";
import { IconButton, Menu, MenuItem, MenuLine } from "../../components";
import { useT } from "../../i18n";
import type { SessionActs } from "./useSessionActs";

interface SessionMenuProps {
  session: SessionSummary;
  title: string;
  acts: SessionActs;
  onRename: () => void;
  tabIndex?: number;
}

/** Everything that can be done to a session, behind one button. */
export function SessionMenu({ session, title, acts, onRename, tabIndex }: SessionMenuProps) {
  const t = useT();
  const { pinned = false, archived = false } = session;
  const trigger = (
    <IconButton
      label={t("ui.sidebar.session_menu", { title })}
      icon={<MoreHorizontal aria-hidden size={16} />}
      {...(tabIndex === undefined ? {} : { tabIndex })}
    />
  );
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem icon={<Pencil aria-hidden size={16} />} shortcut="F2" onSelect={onRename}>
        {t("ui.sidebar.rename")}
      </MenuItem>
      <MenuItem
        icon={pinned ? <PinOff aria-hidden size={16} /> : <Pin aria-hidden size={16} />}
        onSelect={() => acts.setPinned(session, !pinned)}
      >
        {t(pinned ? "ui.sidebar.unpin" : "ui.sidebar.pin")}
      </MenuItem>
      <MenuItem
        icon={archived ? <ArchiveRestore aria-hidden size={16} /> : <Archive aria-hidden size={16} />}
        onSelect={() => acts.setArchived(session, !archived)}
      >
        {t(archived ? "ui.sidebar.unarchive" : "ui.sidebar.archive")}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Copy aria-hidden size={16} />} onSelect={() => acts.copyId(session)}>
        {t("ui.sidebar.copy_id")}
      </MenuItem>
      <MenuItem icon={<FileText aria-hidden size={16} />} onSelect={() => acts.copyJournalPath(session)}>
        {t("ui.sidebar.copy_journal")}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 aria-hidden size={16} />} shortcut="Del" onSelect={() => acts.remove(session)}>
        {t("ui.sidebar.delete")}
      </MenuItem>
    </Menu>
  );
}
