import { expect, test, vi } from "vitest";
import { refuse } from "../test/fake-host";
import { openSession, recorded, SESSION } from "../test/session";
import { reopenSession, sessionStore } from "./store";

test("the backlog is shown at once when it is over, and deltas by the frame", async () => {
  const { feed, live, event } = await openSession();
  const store = sessionStore(SESSION);
  expect(store.getState().view.caughtUp).toBe(true);
  const changed = vi.fn();
  store.subscribe(changed);
  const deltas = Array.from({ length: 20 }, () => live({ type: "text_delta", text: "x" }));
  await feed(event({ type: "turn_started", input: [] }), ...deltas);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(store.getState().view.items.get(1)).toMatchObject({ text: "x".repeat(20) });
});

test("a session that another process has open can be read", async () => {
  const { host } = await openSession();
  const events = recorded("tour");
  host.answer({
    session_open: refuse("session_in_use", { pid: "1" }),
    sessions_show: { events, summary: {} as never, settings: {} as never, usage: {} as never, journal: "/j" },
  });
  reopenSession(SESSION);
  await vi.waitFor(() => expect(sessionStore(SESSION).getState().problem?.code).toBe("session_in_use"));
  expect(sessionStore(SESSION).getState()).toMatchObject({ link: "closed", view: { caughtUp: true } });
  expect(sessionStore(SESSION).getState().view.items.length).toBeGreaterThan(5);
});
