import { RotateCcw, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { ActionName } from "../../../app/actions";
import { pressed, shortcutText, usualShortcut } from "../../../app/shortcuts";
import { Button, IconButton, Kbd } from "../../../components";
import { host } from "../../../host";
import { useT } from "../../../i18n";
import { type Bound, type Refusal, refusalOf } from "./rebind";
import styles from "./Shortcuts.module.css";

interface ShortcutRowProps {
  action: ActionName;
  bound: readonly Bound[];
  titleOf: (id: string) => string;
  isChanged: boolean;
  isChanging: boolean;
  onChanging: (on: boolean) => void;
  /** Undefined goes back to the usual keys, an empty text takes them off. */
  onKeys: (keys: string | undefined) => void;
}

export function ShortcutRow({ action, bound, titleOf, isChanged, isChanging, onChanging, onKeys }: ShortcutRowProps) {
  const t = useT();
  const [refused, setRefused] = useState<{ refusal: Refusal; keys: string }>();
  const title = t(action.title);
  const shown = bound.find(({ id }) => id === action.id)?.shortcut;
  const take = (keys: string | undefined) => {
    // Back to the usual keys is refused too, where another action has them by now.
    const wanted = keys ?? usualShortcut(action) ?? "";
    const refusal = wanted === "" ? undefined : refusalOf(action.id, wanted, bound, host().platform.kind);
    setRefused(refusal && { refusal, keys: wanted });
    if (refusal === undefined) onKeys(keys);
    onChanging(false);
  };
  const onPress = (event: KeyboardEvent) => {
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onChanging(false);
    const keys = pressed(event.nativeEvent);
    if (keys !== undefined) take(keys);
  };
  return (
    <tr>
      <th scope="row" className={styles.action}>
        {title}
        {refused && (
          <p role="alert" className={styles.refused}>
            {refusalText(t, refused.refusal, shortcutText(refused.keys), titleOf)}
          </p>
        )}
      </th>
      <td>
        {shown === undefined ? (
          <span className={styles.none}>{t("ui.shortcuts.none")}</span>
        ) : (
          <Kbd keys={shortcutText(shown)} />
        )}
      </td>
      <td className={styles.buttons}>
        <Button
          className={styles.change ?? ""}
          aria-label={isChanging ? undefined : t("ui.shortcuts.change_of", { action: title })}
          aria-pressed={isChanging}
          onClick={() => {
            setRefused(undefined);
            onChanging(!isChanging);
          }}
          onBlur={() => isChanging && onChanging(false)}
          {...(isChanging ? { onKeyDown: onPress } : {})}
        >
          {t(isChanging ? "ui.shortcuts.press" : "ui.shortcuts.change")}
        </Button>
        <IconButton
          label={t("ui.shortcuts.clear_of", { action: title })}
          icon={<X aria-hidden size={14} />}
          disabled={shown === undefined}
          onClick={() => take("")}
        />
        <IconButton
          label={t("ui.shortcuts.reset_of", { action: title })}
          icon={<RotateCcw aria-hidden size={14} />}
          disabled={!isChanged}
          onClick={() => take(undefined)}
        />
      </td>
    </tr>
  );
}

function refusalText(
  t: (key: string, params?: Record<string, string>) => string,
  refusal: Refusal,
  keys: string,
  titleOf: (id: string) => string,
): string {
  switch (refusal.why) {
    case "conflict":
      return t("ui.shortcuts.conflict", { keys, action: titleOf(refusal.holder) });
    case "reserved":
      return t("ui.shortcuts.reserved", { keys });
    case "needs_modifier":
      return t("ui.shortcuts.needs_modifier");
  }
}
