// What keys do in the composer. An input method that is composing keeps its keys.

import type { KeyboardEvent } from "react";
import { loadOlder, sessionStore } from "../../session";
import { earlierInputs, type Recall, recall } from "./history";
import type { FileChoices } from "./useFileMenu";

interface Keys {
  session: string;
  text: string;
  files: FileChoices;
  recalled: React.RefObject<Recall>;
  send: () => void;
  /** Undefined while nothing runs. */
  stop: (() => void) | undefined;
  choosePath: (path: string) => void;
  put: (text: string) => void;
}

/** With so few inputs left to go back to, older ones are asked for. */
const NEAR_OLDEST = 5;

/** 229 is what a key of an input method is in engines that do not tell that they compose. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

export function composerKeys(keys: Keys) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOfInputMethod(event)) return;
    if (fileKey(event, keys) || ownKey(event, keys)) event.preventDefault();
  };
}

/** Whether the key was for the menu of files. */
export function fileKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { files, choosePath }: Pick<Keys, "files" | "choosePath">,
): boolean {
  if (!files.open) return false;
  if (event.key === "Escape") {
    files.close();
    event.stopPropagation();
    return true;
  }
  const path = files.files[files.active];
  if (path === undefined) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") files.move(event.key === "ArrowDown" ? 1 : -1);
  else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choosePath(path);
  else return false;
  return true;
}

function ownKey(event: KeyboardEvent<HTMLTextAreaElement>, keys: Keys): boolean {
  const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
    keys.send();
    return true;
  }
  if (event.key === "Escape" && keys.stop) {
    event.stopPropagation();
    keys.stop();
    return true;
  }
  if (!plain || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return false;
  const { selectionStart, selectionEnd } = event.currentTarget;
  const back = event.key === "ArrowUp";
  const outside = back ? keys.text.slice(0, selectionStart) : keys.text.slice(selectionEnd);
  if (selectionStart !== selectionEnd || outside.includes("\n")) return false;
  const inputs = earlierInputs(sessionStore(keys.session).getState().view);
  const found = recall(inputs, keys.recalled.current, back ? 1 : -1, keys.text);
  // The next ones are there when they are wanted.
  if (back && keys.recalled.current.at + NEAR_OLDEST >= inputs.length) void loadOlder(keys.session);
  if (found === undefined) return false;
  keys.put(found.text);
  keys.recalled.current = found.recall;
  return true;
}
