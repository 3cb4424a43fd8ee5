// Parameters that are no data but words of the program, by the rules of crates/locale: codes, types of values, what a system
// says of a failure. A posture has a name here too; its word is for the configuration.

import { hasText, type Translate } from "./catalogue";

type Params = Record<string, string>;

export function inWords(t: Translate, params: Params): Params {
  const worded = Object.entries(params).map(([name, value]) => [name, inWord(t, name, value, params)] as const);
  return Object.fromEntries(worded);
}

function inWord(t: Translate, name: string, value: string, params: Params): string {
  const told = (...keys: string[]) => {
    const key = keys.find(hasText);
    return key === undefined ? undefined : t(key, params);
  };
  switch (name) {
    case "posture":
      return told(`ui.posture.${value.replaceAll("-", "_")}`) ?? value;
    case "why":
      return told(...(params.about === undefined ? [] : [`nested.${value}.in`]), `nested.${value}`) ?? value;
    case "form":
      return told(`problem.${value}`) ?? value;
    case "expected":
    case "found":
      return ofType(t, value) ?? value;
    default:
      return ofSystem(t, value) ?? value;
  }
}

function ofType(t: Translate, value: string): string | undefined {
  const item = /^array with (.+)$/.exec(value)?.[1];
  if (item !== undefined) {
    const told = ofType(t, item);
    return told === undefined ? undefined : t("type.array_with", { item: told });
  }
  const key = `type.${joined(value)}`;
  return hasText(key) ? t(key) : undefined;
}

/** `No such file or directory (os error 2)`: the words are the same on most systems, the numbers are not. */
function ofSystem(t: Translate, value: string): string | undefined {
  const words = /^(.+) \(os error -?\d+\)$/.exec(value)?.[1];
  const key = words === undefined ? "" : `os.${joined(words)}`;
  return hasText(key) ? t(key) : undefined;
}

function joined(words: string): string {
  return words.toLowerCase().replaceAll(/[ -]/g, "_");
}
