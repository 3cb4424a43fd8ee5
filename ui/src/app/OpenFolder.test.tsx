import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeHost, fakeHost, refuse } from "../test/fake-host";
import { show } from "../test/show";
import { runAction, useActions } from "./actions";
import { useNativeMenu } from "./native";
import { OpenFolder } from "./OpenFolder";
import { chooseWorkspace, chosenWorkspace } from "./workspace";

let host: FakeHost;

/** The shell without a sidebar. */
function Shell() {
  useNativeMenu();
  return <OpenFolder />;
}

beforeEach(() => {
  chooseWorkspace(undefined);
  location.hash = "#/settings/models";
  host = fakeHost({
    folder_list: { path: "/home/you", folders: [] },
    workspace_open: ({ path }) => ({ path, name: "other", exists: true }),
  });
});

const isOnOffer = () => waitFor(() => expect(useActions.getState().actions.has("workspace.open")).toBe(true));

test("a folder is opened by the action, with no sidebar shown", async () => {
  const { user } = show(<Shell />);
  await isOnOffer();
  act(() => runAction("workspace.open"));
  await user.click(await screen.findByRole("button", { name: "Open this folder" }));
  await waitFor(() => expect(chosenWorkspace()).toBe("/home/you"));
  expect(location.hash).toBe("#/");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the native menu opens the native dialog, which begins in the workspace", async () => {
  let choose = (_: string) => {};
  const onMenu = (listener: (action: string) => void) => {
    choose = listener;
    return () => {};
  };
  const pickFolder = vi.fn(async () => "/home/you/other");
  Object.assign(host.platform, { onMenu, pickFolder });
  show(<Shell />);
  await isOnOffer();
  act(() => choose("workspace.open"));
  await waitFor(() => expect(chosenWorkspace()).toBe("/home/you/other"));
  expect(pickFolder).toHaveBeenCalledWith("Open folder", "/home/you/project");
});

test("a folder that the program is started with is opened, and what fails is told", async () => {
  host.answer({ workspace_open: refuse("workspace_unusable", { path: "/gone", reason: "no such folder" }) });
  const onOpenFolder = (listener: (path: string) => void) => {
    listener("/gone");
    return () => {};
  };
  Object.assign(host.platform, { onOpenFolder });
  show(<Shell />);
  expect(await screen.findByText(/no such folder/)).toBeVisible();
  expect(chosenWorkspace()).toBeUndefined();
});

test("it is not on offer where folders may not be opened", async () => {
  const { ABOUT } = await import("../test/fake-host");
  host.answer({ about: { ...ABOUT, exposed: [] } });
  show(<Shell />);
  await waitFor(() => expect(host.asked.map(({ command }) => command)).toContain("about"));
  await act(async () => {});
  expect(useActions.getState().actions.has("workspace.open")).toBe(false);
});
