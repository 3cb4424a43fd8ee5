import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeHost } from "../test/fake-host";
import { show } from "../test/show";
import { useNotifiedSession } from "./native";
import { chosenWorkspace } from "./workspace";

function Shell() {
  useNotifiedSession();
  return null;
}

test("a notification that was clicked leads to its session, until the shell is gone", async () => {
  const listeners = new Set<(session: string, workspace?: string) => void>();
  const onShowSession = (listener: (session: string, workspace?: string) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  Object.assign(fakeHost({}).platform, { onShowSession });
  location.hash = "#/settings/models";
  const { unmount } = show(<Shell />);
  act(() => {
    for (const listener of listeners) listener("s1", "/home/you/other");
  });
  await waitFor(() => expect(location.hash).toBe("#/session/s1"));
  expect(chosenWorkspace()).toBe("/home/you/other");
  unmount();
  expect(listeners.size).toBe(0);
});
