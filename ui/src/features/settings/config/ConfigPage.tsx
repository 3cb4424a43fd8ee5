// The configuration files as text, one at a time or side by side, and the values that hold in the end.

import { useState } from "react";
import { useWorkspace } from "../../../app/workspace";
import { Choices } from "../../../components/Choices";
import { readKept, writeKept } from "../../../data";
import { useT } from "../../../i18n";
import { Page } from "../Page";
import styles from "./Config.module.css";
import { ConfigEditor } from "./ConfigEditor";
import { SHOWN } from "./drafts";
import { EffectiveValues } from "./EffectiveValues";

type Shown = "user" | "project" | "both";

export default function ConfigPage() {
  const t = useT();
  const workspace = useWorkspace();
  const [shown, setShown] = useState<Shown>(readKept<Shown>(SHOWN) ?? "user");
  const choose = (next: Shown) => {
    setShown(next);
    writeKept(SHOWN, next);
  };
  return (
    <Page title={t("ui.config.title")} needsSettings>
      <Choices<Shown>
        label={t("ui.config.layer")}
        hideLabel
        value={shown}
        choices={[
          { value: "user", label: t("ui.config.layer_user") },
          { value: "project", label: t("ui.config.layer_project") },
          { value: "both", label: t("ui.config.both") },
        ]}
        onChange={choose}
      />
      {/* Both stay mounted, so that undo and the place of the cursor outlive a look at the other file. */}
      <div className={styles.files} data-both={shown === "both" || undefined}>
        <div hidden={shown === "project"}>
          <ConfigEditor key={workspace} layer="user" />
        </div>
        <div hidden={shown === "user"}>
          <ConfigEditor key={workspace} layer="project" />
        </div>
      </div>
      <EffectiveValues />
    </Page>
  );
}
