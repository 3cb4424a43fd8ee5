export { commandOf } from "./command";
export {
  closeSession,
  isInUse,
  loadOlder,
  reopenSession,
  sessionStore,
  submit,
  useLink,
  useLinkBack,
  useOlder,
  useSeen,
  useTriedAgain,
  useView,
} from "./store";
export { Vector } from "./vector";
export {
  type Activity,
  type CallStage,
  type CallView,
  callOf,
  type FileChange,
  type Item,
  inputOf,
  type JobView,
  runningCalls,
  type SessionView,
  type TurnView,
  turnOf,
} from "./view";
