// All keys at a glance.

import { useKnownActions } from "../../app/session-actions";
import { navigate } from "../../app/route";
import { shortcutOf, shortcutText, useShortcuts } from "../../app/shortcuts";
import { Button, Dialog, Kbd } from "../../components";
import { useT } from "../../i18n";
import styles from "./Palette.module.css";

/** Keys of an approval card; they cannot be changed. */
const APPROVAL_KEYS = [
  { title: "ui.shortcuts.approval_choose", keys: "1 – 4" },
  { title: "ui.shortcuts.approval_move", keys: "← →" },
  { title: "ui.shortcuts.approval_reject", keys: "Esc" },
];

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const own = useShortcuts((state) => state.own);
  const bound = useKnownActions().flatMap((action) => {
    const keys = shortcutOf(action, own);
    return keys === undefined ? [] : [{ ...action, keys }];
  });
  const groups = [...new Set(bound.map(({ group }) => group))];
  const change = (
    <Button
      onClick={() => {
        onClose();
        navigate({ view: "settings", page: "shortcuts" });
      }}
    >
      {t("ui.shortcuts.sheet_change")}
    </Button>
  );
  return (
    <Dialog open wide onOpenChange={(next) => !next && onClose()} title={t("ui.shortcuts.sheet_title")} footer={change}>
      <div className={styles.sheet}>
        {groups.map((group) => (
          <section key={group} aria-label={t(group)}>
            <h3>{t(group)}</h3>
            <ul>
              {bound
                .filter((action) => action.group === group)
                .map(({ id, title, keys }) => (
                  <li key={id}>
                    {t(title)}
                    <Kbd keys={shortcutText(keys)} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <section aria-label={t("ui.shortcuts.approval")}>
          <h3>{t("ui.shortcuts.approval")}</h3>
          <ul>
            {APPROVAL_KEYS.map(({ title, keys }) => (
              <li key={title}>
                {t(title)}
                <Kbd keys={keys} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
