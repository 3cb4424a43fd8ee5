// What a failed turn offers where it failed.

import { screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Problem } from "../bindings/protocol";
import { Composer } from "../features/composer/Composer";
import { Transcript } from "../features/transcript/Transcript";
import { openSession, SESSION } from "../test/session";
import { expectAccessible, show } from "../test/show";

beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(4000);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(50);
  Element.prototype.scrollTo = () => {};
});
beforeEach(() => {
  location.hash = "#/";
});

async function failed(problem: Problem) {
  const session = await openSession();
  await session.feed(
    session.event({ type: "turn_started", input: [{ type: "text", text: "Mend the parser" }] }),
    session.event({ type: "step_failed", problem }),
    session.event({ type: "turn_ended", end: { type: "failed", problem } }),
  );
  const { user } = show(
    <>
      <Transcript session={SESSION} />
      <Composer session={SESSION} />
    </>,
  );
  return { session, user };
}

const of = (code: string): Problem => ({ code, params: { provider: "acme", message: "no", status: "401" } });

test.each([
  ["model_unauthorized", ["Set the key of acme", "Choose a model"]],
  ["model_missing_key", ["Set the key of acme", "Choose a model"]],
  ["model_quota_exhausted", ["Choose a model", "Try again"]],
  ["model_server_error", ["Try again", "Choose a model"]],
  ["model_unreachable", ["Try again", "Settings of acme"]],
  ["answer_empty", ["Try again", "Choose a model"]],
])("%s leads on", async (code, buttons) => {
  await failed(of(code));
  const names = [...screen.getByRole("region", { name: "Transcript" }).querySelectorAll("button")].map(
    (button) => button.textContent,
  );
  expect(names.filter(Boolean)).toEqual(buttons);
  await expectAccessible();
});

test("trying again sends the same text", async () => {
  const { session, user } = await failed(of("model_server_error"));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  const op = { type: "start_turn", input: [{ type: "text", text: "Mend the parser" }] };
  expect(session.host.submitted).toEqual([{ session: SESSION, op }]);
});

test("a refused key leads to that provider's settings", async () => {
  const { user } = await failed(of("model_unauthorized"));
  await user.click(await screen.findByRole("button", { name: "Set the key of acme" }));
  expect(location.hash).toBe("#/settings/models/acme");
});

test("another model is chosen where it is always chosen", async () => {
  const { user } = await failed(of("model_quota_exhausted"));
  await user.click(screen.getByRole("button", { name: "Choose a model" }));
  expect(await screen.findByPlaceholderText("Search models")).toBeVisible();
});

test("once something came after it, a failure is only told", async () => {
  const { session } = await failed(of("model_server_error"));
  await session.feed(session.event({ type: "turn_started", input: [{ type: "text", text: "go on" }] }, 2));
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
