// Whether a new session would have a model to work with, and what is lacking if not.

import type { ModelsReply, Problem } from "../bindings/protocol";
import { useHere } from "./workspace";

/** Undefined where a session can begin, and while it is not known. Pure. */
export function lackOf(reply: ModelsReply | undefined): Problem | undefined {
  if (reply === undefined) return undefined;
  if (reply.default_model === null) return { code: "no_model" };
  const model = reply.models.find(({ reference }) => reference === reply.default_model);
  if (model?.missing_key == null) return undefined;
  return { code: "model_missing_key", params: { provider: model.provider, message: model.missing_key } };
}

/** Of the workspace that is looked at. */
export function useLack(): Problem | undefined {
  return lackOf(useHere("models", undefined).data);
}
