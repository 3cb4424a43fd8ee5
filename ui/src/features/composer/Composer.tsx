// Where one writes to the agent. It stays usable whatever the session does; what cannot be sent yet stays in it.

import { AtSign, Send, Square } from "lucide-react";
import { useId } from "react";
import { cx, IconButton, Notice } from "../../components";
import { useT } from "../../i18n";
import { ProblemWithWays } from "../../parts/problem/ProblemWithWays";
import { useView } from "../../session";
import { ActivityStrip } from "./ActivityStrip";
import styles from "./Composer.module.css";
import { FileMenu } from "./FileMenu";
import { KeptTexts } from "./KeptTexts";
import { ModelMenu } from "./ModelMenu";
import { ModeMenu } from "./ModeMenu";
import { PostureMenu } from "./PostureMenu";
import { useComposer } from "./useComposer";

export function Composer({ session }: { session: string }) {
  const t = useT();
  const menuId = useId();
  const composer = useComposer(session);
  const plan = useView(session, (view) => view.settings?.mode === "plan");
  const { draft, files, field, running } = composer;
  const active = files.open && files.files.length > 0 ? `${menuId}-${files.active}` : undefined;
  return (
    <section className={styles.place} aria-label={t("ui.composer.name")}>
      <ActivityStrip session={session} />
      {composer.problem && <ProblemWithWays problem={composer.problem} onAgain={composer.send} />}
      {composer.note !== undefined && <Notice live>{t(composer.note)}</Notice>}
      <div className={cx(styles.box, plan && styles.plan)}>
        <FileMenu id={menuId} choices={files} onChoose={composer.choosePath} />
        <KeptTexts kept={draft.kept} onRemove={composer.removeKept} />
        <textarea
          ref={field}
          data-composer
          className={styles.field}
          rows={1}
          value={draft.text}
          placeholder={t(plan ? "ui.composer.placeholder_plan" : "ui.composer.placeholder")}
          aria-label={t("ui.composer.field")}
          aria-autocomplete="list"
          aria-controls={files.open ? menuId : undefined}
          aria-activedescendant={active}
          onChange={(event) => composer.write(event.target.value, event.target.selectionStart)}
          onSelect={(event) => composer.moveCaret(event.currentTarget.selectionStart)}
          onKeyDown={composer.onKeyDown}
          onPaste={composer.onPaste}
        />
        <div className={styles.bar}>
          <IconButton
            label={t("ui.composer.add_file")}
            icon={<AtSign aria-hidden size={16} />}
            onClick={composer.mention}
          />
          <ModeMenu session={session} />
          <PostureMenu session={session} />
          <span className={styles.space} />
          <ModelMenu session={session} />
          {running ? (
            <IconButton
              look="plain"
              label={t("ui.composer.stop")}
              shortcut="Esc"
              icon={<Square aria-hidden size={14} />}
              onClick={composer.stop}
            />
          ) : (
            <IconButton
              look="primary"
              label={t("ui.composer.send")}
              shortcut="⏎"
              disabled={!composer.canSend}
              busy={composer.sending}
              icon={<Send aria-hidden size={16} />}
              onClick={composer.send}
            />
          )}
        </div>
      </div>
    </section>
  );
}
