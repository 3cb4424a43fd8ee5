// One list of rules or paths: where each entry stands, taking one out (with a way back), and adding one. A rule that
// cannot be read is refused before it is written, because such a rule stops everything.

import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ConfigLayer, ConfigValue, Problem } from "../../../bindings/protocol";
import { showNote } from "../../../app/Toasts";
import { Button, IconButton, TextField, VisibleText, visibleText } from "../../../components";
import { asProblem, problemText, useT } from "../../../i18n";
import { originText } from "../../../parts/permission/origin";
import { entriesOf, type ListEntry, type ListKey, listToml, ownTexts } from "../../../parts/permission/rule-list";
import { Section } from "../Page";
import { faultOfRule } from "./fault-of-rule";
import styles from "./Permissions.module.css";
import { setKey } from "./write";

interface RuleListProps {
  listKey: ListKey;
  title: string;
  values: readonly ConfigValue[];
  /** Whose file is written. */
  layer: ConfigLayer;
  may: boolean;
  isPaths: boolean;
  workspace: string | undefined;
}

export function RuleList({ listKey, title, values, layer, may, isPaths, workspace }: RuleListProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const entries = entriesOf(values, listKey);
  const tell = (problem: Problem) => {
    const { message, hint } = problemText(t, problem);
    setFault(hint === undefined ? message : `${message} ${hint}`);
  };
  const write = (texts: readonly string[], to: ConfigLayer) => setKey(listKey, listToml(texts), to, tell);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const rule = typed.trim();
    if (rule === "") return;
    const own = ownTexts(entries, layer);
    if (own.includes(rule)) return setFault(t("ui.rules.twice", { rule }));
    setBusy(true);
    try {
      const wrong = isPaths ? undefined : await faultOfRule(listKey, rule, workspace);
      if (wrong !== undefined) tell(wrong);
      else if (await write([...own, rule], layer)) setTyped("");
    } catch (thrown) {
      tell(asProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  const remove = async ({ text, layer: its }: ListEntry) => {
    if (its === undefined) return;
    const before = ownTexts(entries, its);
    const left = before.filter((other) => other !== text);
    if (!(await write(left, its))) return;
    const undo = { label: t("ui.sidebar.undo"), run: () => void write(before, its) };
    showNote(t("ui.rules.removed", { rule: visibleText(text) }), undo);
  };

  return (
    <Section title={title}>
      {entries.length === 0 && <p className={styles.note}>{t("ui.rules.none")}</p>}
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={`${entry.layer} ${entry.text}`} className={styles.entry}>
            <code>
              <VisibleText text={entry.text} />
            </code>
            <span className={styles.note} title={"file" in entry.origin ? entry.origin.file : undefined}>
              {originText(t, entry.origin)}
            </span>
            <IconButton
              label={t("ui.rules.remove", { rule: visibleText(entry.text) })}
              icon={<X aria-hidden size={14} />}
              disabled={!may || entry.layer === undefined}
              onClick={() => void remove(entry)}
            />
          </li>
        ))}
      </ul>
      {may && (
        <form
          className={styles.add}
          onSubmit={(event) => void add(event)}
          aria-label={t("ui.rules.add_to", { list: title })}
        >
          <TextField
            label={t(isPaths ? "ui.rules.new_path" : "ui.rules.new_rule")}
            hideLabel
            mono
            placeholder={t(isPaths ? "ui.rules.new_path" : "ui.rules.new_rule")}
            value={typed}
            error={fault}
            onChange={(event) => {
              setTyped(event.target.value);
              setFault(undefined);
            }}
          />
          <Button type="submit" busy={busy} icon={<Plus aria-hidden size={14} />}>
            {t("ui.rules.add")}
          </Button>
        </form>
      )}
    </Section>
  );
}
