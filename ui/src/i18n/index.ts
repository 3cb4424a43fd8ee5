export {
  chooseLanguage,
  chosenLanguage,
  followLanguage,
  hasText,
  LANGUAGES,
  type Language,
  startLanguage,
  type Translate,
  t,
  useChosenLanguage,
  useLanguage,
  useT,
} from "./catalogue";
export { ago, bytes, clock, duration, money, shortNumber, ticking } from "./format";
export type { Params } from "./placeholder";
export { asProblem, type ProblemText, problemText } from "./problem";
export { proofText } from "./proof";
