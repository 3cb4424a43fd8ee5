// Which model answers, and how long it may think. The list is loaded when it is first opened.

import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { lazy, Suspense, useState } from "react";
import { useProvideActions } from "../../app/actions";
import { Button, Spinner } from "../../components";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import { useView } from "../../session";
import styles from "./Menus.module.css";

const ModelList = lazy(() => import("./ModelList"));

export function ModelMenu({ session }: { session: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const model = useView(session, (view) => view.settings?.model);
  const effort = useView(session, (view) => view.settings?.effort);
  const workspace = useView(session, (view) => view.workspace);
  const models = useCommand("models", undefined, { workspace, enabled: workspace !== "" }).data?.models;
  const scripted = models?.some(({ reference, scripted: plays }) => plays === true && reference === model) ?? false;
  useProvideActions([
    { id: "model.choose", title: "ui.action.choose_model", group: "ui.group.session", run: () => setOpen(true) },
  ]);
  if (model === undefined) return null;
  const name = scripted ? t("ui.model.scripted") : model.slice(model.indexOf("/") + 1);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button
          look="quiet"
          className={styles.model ?? ""}
          aria-label={t("ui.model.name", { model: name })}
          title={model}
        >
          <span className={styles.modelName}>{name}</span>
          {effort && <span className={styles.effort}>· {effort}</span>}
          <ChevronDown aria-hidden size={14} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t("ui.model.list")}
          className={styles.popover}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <Suspense fallback={<Spinner />}>
            <ModelList session={session} onDone={() => setOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
