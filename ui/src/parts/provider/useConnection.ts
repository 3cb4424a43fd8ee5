// Asks an endpoint for its models, which is also the test of its address and key.

import { useRef, useState } from "react";
import type { ListedModel, Problem } from "../../bindings/protocol";
import { call } from "../../data";
import { asProblem } from "../../i18n";
import { cleaned, type Draft } from "./draft";

export type Connection =
  | { state: "untested" }
  | { state: "testing" }
  | { state: "failed"; problem: Problem }
  /** Null: it answers, but keeps no list. */
  | { state: "answers"; models: ListedModel[] | null };

export function useConnection() {
  const [connection, setConnection] = useState<Connection>({ state: "untested" });
  const newest = useRef(0);

  const test = async ({ entry, key }: Draft): Promise<Connection> => {
    const mine = ++newest.current;
    setConnection({ state: "testing" });
    let result: Connection;
    try {
      const { models } = await call("provider_models", { entry: cleaned(entry), key: key.trim() || null });
      result = { state: "answers", models };
    } catch (thrown) {
      result = { state: "failed", problem: asProblem(thrown) };
    }
    // An answer about an address that was changed meanwhile tells nothing.
    if (mine === newest.current) setConnection(result);
    return result;
  };
  const forget = () => {
    newest.current += 1;
    setConnection({ state: "untested" });
  };
  return { connection, test, forget };
}
