import { afterEach, expect, test, vi } from "vitest";
import type { SessionSummary } from "../bindings/protocol";
import { fakeHost } from "../test/fake-host";
import { call } from "./call";
import { queryClient, queryKey } from "./query";
import { take, useStanding } from "./signals";

afterEach(() => queryClient.clear());

test("a command goes with its workspace and gives its data", async () => {
  const host = fakeHost({ files_find: { files: [{ path: "a" }], more: false } });
  const found = await call("files_find", { query: "a", limit: 1 }, "/w");
  expect(found.files).toEqual([{ path: "a" }]);
  expect(host.asked).toEqual([{ command: "files_find", params: { query: "a", limit: 1 }, workspace: "/w" }]);
});

test("a reply of another kind is a problem", async () => {
  const host = fakeHost({});
  vi.spyOn(host, "call").mockResolvedValue({ reply: "done" });
  await expect(call("about", undefined)).rejects.toEqual({ code: "reply_unexpected" });
});

const summary = (id: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  title: id,
  workspace: "/w",
  model: "p/m",
  started_at: 1,
  changed_at: 1,
  turns: 1,
  in_use: false,
  status: { type: "resting" },
  ...more,
});

test("a changed session is put into the lists that hold it", () => {
  const key = queryKey("sessions_list", { all_workspaces: true, archived: true });
  queryClient.setQueryData(key, { sessions: [summary("a"), summary("b")], unreadable: [] });
  take({ type: "session_changed", summary: summary("b", { title: "new", status: { type: "running" } }) });
  expect(queryClient.getQueryData(key)).toMatchObject({ sessions: [{ title: "a" }, { title: "new" }] });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  expect(useStanding.getState().status.b).toEqual({ type: "running" });
});

test("signals make stale what they are about, and nothing else", () => {
  const models = queryKey("models");
  const grants = queryKey("permissions_list", undefined, "/w");
  queryClient.setQueryData(models, {});
  queryClient.setQueryData(grants, {});
  take({ type: "grants_changed", workspace: "/w" });
  expect(queryClient.getQueryState(grants)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(models)?.isInvalidated).toBe(false);
});
