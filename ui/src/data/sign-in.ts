// Whether the server wants to know who asks before it goes on. Only the browser page is ever asked.

import { create } from "zustand";
import type { Problem } from "../bindings/protocol";

const CODES = new Set(["not_signed_in", "launch_token_required"]);

/** Why one must sign in, if one must. */
export const useSignInNeed = create<{ need: Problem | undefined }>(() => ({ need: undefined }));

/** Looks at what was thrown and throws it on. */
export function noteSignIn(thrown: unknown): never {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && CODES.has(String(thrown.code))) {
    useSignInNeed.setState({ need: thrown as Problem });
  }
  throw thrown;
}
