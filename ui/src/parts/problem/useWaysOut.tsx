// The buttons that lead out of a problem, for the place where it is shown. A way that is not open here is left out, one
// that this front end was not given is shown disabled.

import type { ReactNode } from "react";
import { runAction, useActions } from "../../app/actions";
import { navigate } from "../../app/route";
import type { Problem } from "../../bindings/protocol";
import { Button } from "../../components";
import { useMay } from "../../data";
import { useT } from "../../i18n";
import { type Way, waysOut } from "./ways-out";

/** Ways that are an action of the shell or of the view around. */
const ACTIONS: Partial<Record<Way, string>> = {
  choose_model: "model.choose",
  tour: "tour.start",
  new_session: "session.new",
  open_folder: "workspace.open",
  edit_config: "settings.config",
};

/** Undefined where there is none. Without `onAgain` nothing can be done again from here. */
export function useWaysOut(problem: Problem | undefined, onAgain?: () => void): ReactNode {
  const t = useT();
  const maySetUp = useMay("providers");
  const actions = useActions((state) => state.actions);
  if (problem === undefined) return undefined;
  const provider = problem.params?.provider;
  const open = waysOut(problem).filter((way) => {
    if (way === "again") return onAgain !== undefined;
    if (way === "provider" || way === "key") return provider !== undefined && provider !== "";
    const action = ACTIONS[way];
    return action === undefined || actions.has(action);
  });
  if (open.length === 0) return undefined;
  const go = (way: Way) => {
    const action = ACTIONS[way];
    if (action !== undefined) runAction(action);
    else if (way === "again") onAgain?.();
    else navigate({ view: "settings", page: "models", ...(provider === undefined ? {} : { of: provider }) });
  };
  return open.map((way, at) => {
    const closed = !maySetUp && (way === "provider" || way === "key" || way === "set_up");
    return (
      <Button
        key={way}
        look={at === 0 ? "primary" : "plain"}
        disabled={closed}
        title={closed ? t("ui.providers.not_exposed") : undefined}
        onClick={() => go(way)}
      >
        {t(`ui.ways.${way}`, { provider: provider ?? "" })}
      </Button>
    );
  });
}
