// A file of the workspace as it is on disk now, over the session.

import { useEffect, useMemo, useRef } from "react";
import type { FileReadReply } from "../../bindings/protocol";
import { type ViewedFile, viewFile } from "../../app/file-viewer";
import { Dialog, Notice } from "../../components";
import { CopyButton } from "../../components/CopyButton";
import { Loaded } from "../../components/Loaded";
import { useCommand } from "../../data";
import { bytes, useT } from "../../i18n";
import styles from "./FileViewer.module.css";

export default function FileViewer({ file }: { file: ViewedFile }) {
  const { path, workspace, line } = file;
  const read = useCommand("file_read", { path }, { workspace });
  return (
    <Dialog open wide onOpenChange={(open) => !open && viewFile(undefined)} title={path}>
      <Loaded query={read}>{(reply) => <FileText reply={reply} line={line} />}</Loaded>
    </Dialog>
  );
}

function FileText({ reply, line }: { reply: FileReadReply; line: number | undefined }) {
  const t = useT();
  const { path, text, size, binary, cut } = reply;
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return (
    <div className={styles.file}>
      <div className={styles.bar}>
        <code className={styles.path} title={path}>
          {path}
        </code>
        <span className={styles.note}>{bytes(size)}</span>
        <CopyButton label={t("ui.files.copy_path")} text={path} />
        {!binary && text !== "" && <CopyButton label={t("ui.files.copy")} text={text} />}
      </div>
      {binary && <Notice>{t("ui.files.binary", { name, size: bytes(size) })}</Notice>}
      {!binary && text === "" && <Notice>{t("ui.files.empty")}</Notice>}
      {!binary && text !== "" && <Lines path={path} text={text} line={line} />}
      {cut && <Notice>{t("ui.files.cut", { size: bytes(size) })}</Notice>}
    </div>
  );
}

/** Numbers stand in one column beside one text, so that a long file costs two elements. */
function Lines({ path, text, line }: { path: string; text: string; line: number | undefined }) {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const count = useMemo(() => text.replace(/\n$/, "").split("\n").length, [text]);
  const numbers = useMemo(() => Array.from({ length: count }, (_, index) => index + 1).join("\n"), [count]);
  useEffect(() => {
    const shown = box.current;
    // The text is what one came for, not the button that closes it.
    shown?.focus();
    if (shown === null || line === undefined) return;
    const height = shown.scrollHeight / count;
    shown.scrollTop = Math.max(0, (line - 1) * height - shown.clientHeight / 3);
  }, [line, count]);
  const marked = line !== undefined && line >= 1 && line <= count;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section ref={box} className={styles.lines} tabIndex={0} aria-label={t("ui.files.content", { path })}>
      <div className={styles.sheet}>
        {marked && <div className={styles.mark} style={{ top: `calc(${(line ?? 1) - 1} * 1.1875rem)` }} />}
        <pre aria-hidden className={styles.numbers}>
          {numbers}
        </pre>
        <pre>{text}</pre>
      </div>
    </section>
  );
}
