// The tour's end, the way out of it, and beginning without a model.

import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ModelsReply } from "../bindings/protocol";
import { readKept } from "../data";
import { EMPTY, keepDraft } from "../features/composer/drafts";
import { MODELS, openSession, SESSION, type TestSession } from "../test/session";
import { expectAccessible, show } from "../test/show";
import { Home } from "./Home";
import { startSession } from "./new-session";
import { SessionScreen } from "./SessionScreen";
import { chooseWorkspace, chosenWorkspace, leaveVisited, visitWorkspace } from "./workspace";

const TOUR = { path: "/w", name: "convert", exists: true, is_tour: true };
const scripted: ModelsReply = {
  models: [{ reference: "p/m", provider: "p", provider_title: "p", model: "m", scripted: true }],
  default_model: "p/m",
  default_origin: { from: "default" },
};

beforeEach(() => {
  chooseWorkspace("/mine");
  visitWorkspace("/w");
  location.hash = `#/session/${SESSION}`;
});
afterEach(() => {
  leaveVisited();
  keepDraft("new /mine", EMPTY);
});

async function inTour(): Promise<TestSession> {
  const session = await openSession();
  session.host.answer({
    workspaces: { workspaces: [TOUR] },
    models: (_, workspace) => (workspace === "/w" ? scripted : MODELS),
    sessions_list: { sessions: [], unreadable: [] },
    tour_start: { session: "again", workspace: "/w2" },
  });
  await session.feed(session.event({ type: "turn_started", input: [{ type: "text", text: "Mend it" }] }));
  return session;
}

test.each([
  ["completed", /The tour is over/],
  ["interrupted", /The tour ends here/],
] as const)("a tour that is %s says so, and leads on", async (end, words) => {
  const { feed, event, host } = await inTour();
  const { user } = show(<SessionScreen session={SESSION} />);
  expect(await screen.findByRole("textbox", { name: "Message" })).toBeVisible();
  await feed(event({ type: "turn_ended", end: { type: end } }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Start over" }));
  await waitFor(() => expect(host.submitted.at(-1)?.session).toBe("again"));
  await user.click(screen.getByRole("button", { name: "Add a model" }));
  expect(chosenWorkspace()).toBe("/mine");
  expect(location.hash).toBe("#/settings/models");
});

test("its model is called what it is", async () => {
  await inTour();
  const { user } = show(<SessionScreen session={SESSION} />);
  await user.click(await screen.findByRole("button", { name: "Model: Scripted model" }));
  expect(await screen.findByText(/No model is asked/)).toBeVisible();
});

test("a new session is not the tour's, and the tour's folder is not where one begins next time", async () => {
  await inTour();
  show(<SessionScreen session={SESSION} />);
  await screen.findByText("Tour");
  expect(readKept("workspace")).toBe("/mine");
  await act(() => startSession());
  expect(chosenWorkspace()).toBe("/mine");
  expect(location.hash).toBe("#/");
});

test.each([
  [{ ...MODELS, models: [], default_model: null }, "No model is configured.", ["Set up a model"]],
  [{ ...MODELS, default_model: "p/n" }, /needs a key/, ["Set the key of p"]],
])("where no model could answer, that is said with the way to one", async (models, words, buttons) => {
  leaveVisited();
  const { host } = await openSession();
  host.answer({ models, workspaces: { workspaces: [] } });
  const { user } = show(<Home />);
  expect(await screen.findByText(words)).toBeVisible();
  for (const name of buttons) expect(screen.getByRole("button", { name })).toBeEnabled();
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Do it{Enter}");
  expect(screen.getByRole("alert")).toHaveTextContent(words);
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Do it");
  expect(host.asked.some(({ command }) => command === "sessions_list")).toBe(false);
});

test("with a model it is ready", async () => {
  leaveVisited();
  const { host } = await openSession();
  host.answer({ workspaces: { workspaces: [] } });
  show(<Home />);
  expect(await screen.findByText("What is there to do?")).toBeVisible();
});
