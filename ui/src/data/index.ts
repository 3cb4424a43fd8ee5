export { type CommandName, call, type DataOf, type ParamsOf } from "./call";
export { useAbout, useMay } from "./exposed";
export { readKept, writeKept } from "./kept";
export { markStale, queryClient, queryKey, useAct, useCommand } from "./query";
export { noteSignIn, useSignInNeed } from "./sign-in";
export { onSignal, startSignals, useStanding } from "./signals";
