import { act, screen, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { useViewedFile, viewFile } from "../../app/file-viewer";
import { openSession, recorded, SESSION } from "../../test/session";
import { expectAccessible, show } from "../../test/show";
import { Transcript } from "./Transcript";

// jsdom lays nothing out: without a height a virtual list shows nothing.
beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(4000);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(50);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  Element.prototype.scrollTo = () => {};
});

test("shows a recorded session: messages, calls, changes, what was refused, the end", async () => {
  await openSession(recorded("approvals"));
  show(<Transcript session={SESSION} />);
  expect(await screen.findByText("Write a greeting")).toBeVisible();
  expect(screen.getByText("Looked at 3")).toBeVisible();
  expect(screen.getByText("2 of 2 done")).toBeVisible();
  expect(screen.getByText("You declined it. s")).toBeVisible();
  expect(screen.getByText("Which tone?", { selector: "dt" })).toBeVisible();
  expect(screen.getAllByText(/files changed: 1/)).toHaveLength(1);
  expect(screen.getByText(/script of this model cannot go on/)).toBeVisible();
  await expectAccessible();
});

test("readers open to their own rows", async () => {
  await openSession(recorded("approvals"));
  const { user } = show(<Transcript session={SESSION} />);
  await user.click(await screen.findByRole("button", { name: /Looked at 3/ }));
  expect(screen.getByRole("button", { name: /Read notes.md/ })).toHaveAttribute("aria-expanded", "false");
});

test("a delta draws its own row and no other", async () => {
  const { feed, event, live } = await openSession();
  await feed(
    event({ type: "turn_started", input: [{ type: "text", text: "hi" }] }),
    live({ type: "text_delta", text: "One" }),
  );
  show(<Transcript session={SESSION} />);
  const message = await screen.findByText("hi");
  const mutations: MutationRecord[] = [];
  const observer = new MutationObserver((records) => mutations.push(...records));
  observer.observe(message, { subtree: true, childList: true, characterData: true, attributes: true });
  await feed(live({ type: "text_delta", text: " two" }));
  expect(screen.getByText("One two")).toBeVisible();
  expect(mutations.concat(observer.takeRecords())).toEqual([]);
});

test("live output gives way to the result, and the whole is fetched by pages", async () => {
  const { feed, event, live, host } = await openSession();
  await feed(
    event({ type: "turn_started", input: [] }),
    event({ type: "call_frozen", call: 1, wire_id: "w", tool: "bash", args: "{}", subject: "make" }),
    event({ type: "item_completed", item: 1, parts: [{ type: "call", call: 1 }] }),
    event({ type: "call_started", call: 1 }),
    live({ type: "call_output", call: 1, text: "compiling\n" }),
  );
  const { user } = show(<Transcript session={SESSION} />);
  expect(await screen.findByText("compiling")).toBeVisible();
  await feed(
    event({
      type: "call_finished",
      call: 1,
      outcome: "failed",
      content: "beginning",
      whole_bytes: 300_000,
      duration_ms: 2500,
      display: { type: "command", exit: 2 },
    }),
  );
  expect(screen.getByText("exit 2")).toBeVisible();
  expect(screen.getByText("2.5 s")).toBeVisible();
  host.answer({
    output_read: ({ offset }) => ({
      text: offset === 0 ? "first page " : "second page",
      next: offset === 0 ? 11 : null,
      size: 22,
    }),
  });
  await user.click(screen.getByRole("button", { name: "Show the whole output" }));
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("first page second page")).toBeVisible();
  expect(host.asked.filter(({ command }) => command === "output_read").map(({ params }) => params)).toEqual([
    { session: SESSION, call: 1, offset: 0, limit: 131072 },
    { session: SESSION, call: 1, offset: 11, limit: 131072 },
  ]);
});

test("a file that an answer names is shown at its line", async () => {
  const { feed, event } = await openSession();
  await feed(
    event({ type: "turn_started", input: [] }),
    event({ type: "item_completed", item: 1, parts: [{ type: "text", text: "The fault is in `src/a.rs:7`." }] }),
  );
  const { user } = show(<Transcript session={SESSION} />);
  await user.click(await screen.findByRole("button", { name: "src/a.rs:7" }));
  expect(useViewedFile.getState().file).toEqual({ path: "src/a.rs", workspace: "/w", line: 7 });
  viewFile(undefined);
});

test("screen readers are told of the beginning and the end, not of each word", async () => {
  const { feed, event, live } = await openSession();
  show(<Transcript session={SESSION} />);
  await feed(event({ type: "turn_started", input: [] }), live({ type: "text_delta", text: "Answ" }));
  const said = screen.getAllByRole("status").at(-1) as HTMLElement;
  expect(said).toHaveTextContent("Working.");
  await feed(
    event({ type: "item_completed", item: 1, parts: [{ type: "text", text: "Answer" }] }),
    event({ type: "turn_ended", end: { type: "completed" } }),
  );
  await act(async () => {});
  expect(within(said).getByText("Finished. Answer")).toBeInTheDocument();
});
