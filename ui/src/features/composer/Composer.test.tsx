import { act, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Body } from "../../bindings/protocol";
import { useStanding } from "../../data";
import { sessionStore } from "../../session";
import { MODELS, openSession, SESSION, type TestSession } from "../../test/session";
import { expectAccessible, show } from "../../test/show";
import { Composer } from "./Composer";
import { EMPTY, keepDraft } from "./drafts";
import { NewComposer } from "./NewComposer";

afterEach(() => {
  keepDraft(SESSION, EMPTY);
  keepDraft("new /w", EMPTY);
});

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const ops = ({ host }: TestSession) => host.submitted.map(({ op }) => op);

async function shown() {
  const session = await openSession();
  return { session, ...show(<Composer session={SESSION} />) };
}

test("Enter sends, Shift+Enter makes a line", async () => {
  const { session, user } = await shown();
  await user.type(field(), "one{Shift>}{Enter}{/Shift}two{Enter}");
  expect(ops(session)).toEqual([{ type: "start_turn", input: [{ type: "text", text: "one\ntwo" }] }]);
  expect(field().value).toBe("");
  await expectAccessible();
});

test("an input method keeps its Enter", async () => {
  const { session } = await shown();
  fireEvent.change(field(), { target: { value: "中" } });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
  expect(ops(session)).toEqual([]);
  expect(field().value).toBe("中");
});

test("what is sent while a turn runs stays, and that is said", async () => {
  const { session, user } = await shown();
  await session.feed(session.event({ type: "turn_started", input: [{ type: "text", text: "first" }] }));
  await user.type(field(), "second{Enter}");
  expect(field().value).toBe("second");
  expect(screen.getByText(/so this stays here/)).toBeVisible();
  const asked: Body[] = [
    { type: "call_frozen", call: 1, wire_id: "w", tool: "ask", args: "{}" },
    { type: "wait_opened", wait: { id: 1, call: 1, body: { type: "questions", questions: [] } } },
  ];
  await session.feed(...asked.map((body) => session.event(body)));
  expect(screen.getByText(/waits for your answer above, so this stays here/)).toBeVisible();
  await user.keyboard("{Escape}");
  expect(ops(session)).toEqual([{ type: "interrupt" }]);
  await session.feed(session.event({ type: "turn_ended", end: { type: "completed" } }));
  expect(screen.queryByText(/so this stays here/)).toBeNull();
});

test("a message that nothing answered says so until the link is back, and then how it is sent", async () => {
  const { session, user } = await shown();
  const { submit } = session.host;
  session.host.submit = async () => {
    throw { code: "server_unreachable", retryable: true };
  };
  await user.type(field(), "go{Enter}");
  expect(await screen.findByText("The program does not answer.")).toBeVisible();
  act(() => sessionStore(SESSION).setState({ link: "retrying" }));
  expect(screen.getByText("The program does not answer.")).toBeVisible();
  act(() => sessionStore(SESSION).setState({ link: "open" }));
  expect(screen.queryByText("The program does not answer.")).toBeNull();
  expect(screen.getByText(/Your message was not sent/)).toBeVisible();
  expect(field().value).toBe("go");
  session.host.submit = submit;
  await user.type(field(), "{Enter}");
  expect(ops(session)).toEqual([{ type: "start_turn", input: [{ type: "text", text: "go" }] }]);
  expect(screen.queryByText(/Your message was not sent/)).toBeNull();
});

test("the first message of a session that nothing answered is kept and told of likewise", async () => {
  await openSession();
  const onStart = vi.fn(async () => {
    throw { code: "server_unreachable", retryable: true };
  });
  const { user } = show(<NewComposer workspace="/w" onStart={onStart} />);
  await user.type(field(), "go{Enter}");
  expect(await screen.findByText("The program does not answer.")).toBeVisible();
  for (const link of ["retrying", "open"] as const) act(() => useStanding.setState({ link }));
  expect(screen.queryByText("The program does not answer.")).toBeNull();
  expect(screen.getByText(/Your message was not sent/)).toBeVisible();
  expect(field().value).toBe("go");
});

test("a refused message comes back with the reason", async () => {
  const { session, user } = await shown();
  await user.type(field(), "go{Enter}");
  expect(field().value).toBe("");
  await session.feed(session.live({ type: "op_refused", problem: { code: "turn_running" } }));
  expect(field().value).toBe("go");
  expect(screen.getByText("A turn is running already.")).toBeVisible();
});

test("a message that was stopped before anything came of it returns", async () => {
  const { session } = await shown();
  await session.feed(session.event({ type: "turn_started", input: [{ type: "text", text: "never mind" }] }));
  await session.feed(session.event({ type: "turn_ended", end: { type: "interrupted" } }));
  expect(field().value).toBe("never mind");
});

test("Up recalls earlier messages and Down comes back", async () => {
  const { session, user } = await shown();
  for (const [turn, text] of ["old", "new"].entries()) {
    await session.feed(
      session.event({ type: "turn_started", input: [{ type: "text", text }] }, turn + 1),
      session.event({ type: "item_completed", item: turn + 1, parts: [{ type: "text", text: "ok" }] }, turn + 1),
      session.event({ type: "turn_ended", end: { type: "completed" } }, turn + 1),
    );
  }
  await user.type(field(), "mine");
  await user.keyboard("{ArrowUp}");
  expect(field().value).toBe("new");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(field().value).toBe("old");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(field().value).toBe("mine");
});

test("five megabytes pasted become kept text, and are sent with the message", async () => {
  const { session, user } = await shown();
  const pasted = "line of a log\n".repeat(375_000);
  const before = performance.now();
  fireEvent(field(), createEvent.paste(field(), { clipboardData: { getData: () => pasted } }));
  expect(performance.now() - before).toBeLessThan(1000);
  expect(field().value).toBe("");
  expect(screen.getByText(/Pasted text, 375000 lines/)).toBeVisible();
  await user.type(field(), "why?{Enter}");
  expect(ops(session)).toEqual([
    {
      type: "start_turn",
      input: [
        { type: "text", text: "why?" },
        { type: "text", text: pasted },
      ],
    },
  ]);
});

test("@ finds files by keyboard", async () => {
  const { session, user } = await shown();
  session.host.answer({ files_find: { files: [{ path: "src/" }, { path: "src/main.rs" }], more: false } });
  await user.type(field(), "look at @s");
  expect(await screen.findByRole("option", { name: "src/main.rs" })).toBeVisible();
  await expectAccessible();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field().value).toBe("look at @src/main.rs ");
  expect(ops(session)).toEqual([]);
  expect(session.host.asked.filter(({ command }) => command === "files_find").at(-1)).toMatchObject({
    workspace: "/w",
    params: { query: "s" },
  });
});

test("files dropped on the window are mentioned where the caret is", async () => {
  const session = await openSession();
  let drop = (_: string[]) => {};
  const onDrop = (listener: (paths: string[]) => void) => {
    drop = listener;
    return () => {};
  };
  Object.assign(session.host.platform, { onDrop });
  const { user } = show(<Composer session={SESSION} />);
  await user.type(field(), "compare");
  act(() => drop(["/w/src/a.rs", "/elsewhere/b.rs"]));
  expect(field().value).toBe("compare @src/a.rs @/elsewhere/b.rs ");
  await user.type(field(), "please{Enter}");
  expect(ops(session)).toEqual([
    { type: "start_turn", input: [{ type: "text", text: "compare @src/a.rs @/elsewhere/b.rs please" }] },
  ]);
});

test("a draft is there again after another session was looked at", async () => {
  const { session, user, unmount } = await shown();
  await user.type(field(), "half a thou");
  unmount();
  show(<Composer session={SESSION} />);
  expect(field().value).toBe("half a thou");
  expect(ops(session)).toEqual([]);
});

test("YOLO is confirmed once; other postures are not", async () => {
  const { session, user } = await shown();
  const choose = async (name: RegExp) => {
    await user.click(await screen.findByRole("button", { name: /What it may do unasked/ }));
    await user.click(await screen.findByRole("menuitemradio", { name }));
  };
  await choose(/^Auto/);
  for (const way of ["Escape", "Cancel"]) {
    await choose(/^YOLO/);
    await screen.findByRole("dialog");
    if (way === "Escape") await user.keyboard("{Escape}");
    else await user.click(screen.getByRole("button", { name: way }));
    await waitFor(() => expect(screen.getByRole("button", { name: /What it may do unasked/ })).toHaveFocus());
  }
  await choose(/^YOLO/);
  expect(ops(session)).toEqual([{ type: "configure", posture: "auto" }]);
  await user.click(screen.getByRole("button", { name: "Let everything through" }));
  expect(ops(session).at(-1)).toEqual({ type: "configure", posture: "yolo" });
});

test("the model list searches, marks what lacks a key, and sets model and effort", async () => {
  const { session, user } = await shown();
  await user.click(screen.getByRole("button", { name: "Model: m" }));
  expect(await screen.findByRole("option", { name: /key P_KEY is missing/ })).toHaveAttribute("aria-disabled", "true");
  await user.click(screen.getByRole("button", { name: "high" }));
  await user.type(screen.getByPlaceholderText("Search models"), "zzz");
  await waitFor(() => expect(screen.getByText("No model fits.")).toBeVisible());
  expect(ops(session)).toEqual([{ type: "configure", effort: "high" }]);
});

test("what is typed when the model list has come filters it", async () => {
  const { user } = await shown();
  await user.click(screen.getByRole("button", { name: "Model: m" }));
  await waitFor(() => expect(screen.getByPlaceholderText("Search models")).toHaveFocus());
  await user.keyboard("zzz");
  expect(await screen.findByText("No model fits.")).toBeVisible();
});

test("where there is no model to choose, the list leads to setting one up", async () => {
  const session = await openSession();
  session.host.answer({ models: { ...MODELS, models: [] } });
  const { user } = show(<Composer session={SESSION} />);
  await user.click(screen.getByRole("button", { name: "Model: m" }));
  expect(await screen.findByText("No model is set up yet.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Models & keys" }));
  expect(location.hash).toBe("#/settings/models");
});

test("what this front end was not given is shown disabled with the reason", async () => {
  const session = await openSession();
  session.host.answer({
    about: { version: "1", platform: "linux", home: null, workspace: "/w", language: "en", exposed: [] },
  });
  show(<Composer session={SESSION} />);
  const posture = await screen.findByRole("button", { name: /What it may do unasked/ });
  expect(posture).toBeDisabled();
  expect(posture).toHaveAttribute("title", expect.stringContaining("not given the right"));
});
