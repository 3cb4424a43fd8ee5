// The keys of every action, to be changed. Keys of another action are refused, not taken away from it.

import { useState } from "react";
import type { ActionName } from "../../../app/actions";
import { useKnownActions } from "../../../app/session-actions";
import { useDesktopSettings } from "../../../app/desktop-settings";
import { shortcutOf, useShortcuts } from "../../../app/shortcuts";
import { Button, TextField } from "../../../components";
import { useT } from "../../../i18n";
import { Page } from "../Page";
import { ShortcutRow } from "./ShortcutRow";
import styles from "./Shortcuts.module.css";

export function ShortcutsPage() {
  const t = useT();
  const [filter, setFilter] = useState("");
  const [changing, setChanging] = useState<string>();
  const own = useShortcuts((state) => state.own);
  const { setShortcut } = useDesktopSettings();
  const actions = useKnownActions();
  const bound = actions.map((action) => ({ id: action.id, shortcut: shortcutOf(action, own) }));
  const fits = (action: ActionName) => t(action.title).toLowerCase().includes(filter.trim().toLowerCase());
  return (
    <Page title={t("ui.shortcuts.title")} intro={t("ui.shortcuts.intro")}>
      <div className={styles.bar}>
        <TextField
          label={t("ui.shortcuts.filter")}
          hideLabel
          placeholder={t("ui.shortcuts.filter")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Button
          disabled={Object.keys(own).length === 0}
          onClick={() => {
            for (const id of Object.keys(own)) setShortcut(id, undefined);
          }}
        >
          {t("ui.shortcuts.reset_all")}
        </Button>
      </div>
      <div className={styles.box}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("ui.shortcuts.action")}</th>
              <th scope="col">{t("ui.shortcuts.keys")}</th>
              <th scope="col">
                <span className="sr-only">{t("ui.shortcuts.change")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {actions.filter(fits).map((action) => (
              <ShortcutRow
                key={action.id}
                {...{ action, bound }}
                titleOf={(id) => t(actions.find((other) => other.id === id)?.title ?? id)}
                isChanged={own[action.id] !== undefined}
                isChanging={action.id === changing}
                onChanging={(on) => setChanging(on ? action.id : undefined)}
                onKeys={(keys) => setShortcut(action.id, keys)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Page>
  );
}
