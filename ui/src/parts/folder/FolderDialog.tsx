// Chooses a folder of the machine that the engine runs on, for hosts without a dialog of their own.

import { ArrowUp, Folder } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, Dialog, IconButton, TextField } from "../../components";
import { Loaded } from "../../components/Loaded";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import styles from "./FolderDialog.module.css";

interface FolderDialogProps {
  open: boolean;
  /** Where it begins; absolute, or `~/`. */
  from: string;
  onClose: () => void;
  onChoose: (path: string) => void;
}

export function FolderDialog({ open, from, onClose, onChoose }: FolderDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t("ui.folder.title")}>
      <FolderBrowser from={from} onClose={onClose} onChoose={onChoose} />
    </Dialog>
  );
}

function FolderBrowser({ from, onClose, onChoose }: Omit<FolderDialogProps, "open">) {
  const t = useT();
  const [path, setPath] = useState(from);
  const [typed, setTyped] = useState<string>();
  const list = useCommand("folder_list", { path }, { keepFormer: true });
  const here = list.data?.path ?? path;
  const go = (next: string) => {
    setPath(next);
    setTyped(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go((typed ?? here).trim() || from);
  };
  const parent = list.data?.parent ?? undefined;
  return (
    <>
      <form className={styles.bar} onSubmit={submit}>
        <IconButton
          label={t("ui.folder.up")}
          icon={<ArrowUp aria-hidden size={16} />}
          disabled={parent === undefined}
          onClick={() => parent !== undefined && go(parent)}
        />
        <TextField
          label={t("ui.folder.path")}
          hideLabel
          mono
          className={styles.path}
          value={typed ?? here}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{t("ui.folder.go")}</Button>
      </form>
      <div className={styles.list}>
        <Loaded query={list.error ? { ...list, data: undefined } : list}>
          {({ folders }) => <Folders here={here} names={folders} onOpen={go} />}
        </Loaded>
      </div>
      <div className={styles.footer}>
        <Button onClick={onClose}>{t("ui.folder.cancel")}</Button>
        <Button look="primary" disabled={list.data === undefined || list.error !== null} onClick={() => onChoose(here)}>
          {t("ui.folder.open_this")}
        </Button>
      </div>
    </>
  );
}

function Folders({ here, names, onOpen }: { here: string; names: string[]; onOpen: (path: string) => void }) {
  const t = useT();
  if (names.length === 0) return <p className={styles.none}>{t("ui.folder.none")}</p>;
  return (
    <ul aria-label={t("ui.folder.inside", { path: here })}>
      {names.map((name) => (
        <li key={name}>
          <Button
            look="quiet"
            className={styles.folder ?? ""}
            icon={<Folder aria-hidden size={16} />}
            onClick={() => onOpen(join(here, name))}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function join(folder: string, name: string): string {
  const separator = folder.includes("\\") && !folder.startsWith("/") ? "\\" : "/";
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}
