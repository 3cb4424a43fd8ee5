import type { ValueOrigin } from "../../bindings/protocol";
import type { Translate } from "../../i18n";

/** Where a value comes from, in words. */
export function originText(t: Translate, origin: ValueOrigin): string {
  switch (origin.from) {
    case "default":
      return t("ui.origin.default");
    case "flag":
      return t("ui.origin.flag");
    case "user":
      return t("ui.origin.user", { line: origin.line });
    case "project":
      return t("ui.origin.project", { line: origin.line });
  }
}
