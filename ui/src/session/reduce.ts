import type { Update } from "../bindings/protocol";
import type { SessionView } from "./view";

export function reduce(view: SessionView, _batch: readonly Update[], _now: number): SessionView {
  return view;
}
