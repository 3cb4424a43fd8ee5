// Whether the server wants to know who asks before it goes on. Only the browser page is ever asked.

import { create } from "zustand";
import type { Problem } from "../bindings/protocol";

const CODES = new Set(["not_signed_in", "launch_token_required"]);

interface SignInNeed {
  /** Why one must sign in, if one must. */
  need: Problem | undefined;
  /** Why the link that the page was opened with did not let in; until somebody has signed in. */
  refusedLink?: Problem | undefined;
}

export const useSignInNeed = create<SignInNeed>(() => ({ need: undefined }));

/** Looks at what was thrown and throws it on. */
export function noteSignIn(thrown: unknown): never {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && CODES.has(String(thrown.code))) {
    useSignInNeed.setState({ need: thrown as Problem });
  }
  throw thrown;
}
