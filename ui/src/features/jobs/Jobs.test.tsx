import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { JobEnd } from "../../bindings/protocol";
import { refuse } from "../../test/fake-host";
import { openSession, SESSION } from "../../test/session";
import { expectAccessible, show } from "../../test/show";
import JobsPanel from "./JobsPanel";

const started = (job: string, command: string) => ({ type: "job_started", job, call: 1, command, cwd: "/w" }) as const;
const ended = (job: string, end: JobEnd) =>
  ({ type: "job_ended", job, end, output_bytes: 10, duration_ms: 2000 }) as const;
const card = (name: string) => screen.getByRole("region", { name });

it("says what would be here while there is none", async () => {
  await openSession();
  show(<JobsPanel session={SESSION} />);
  expect(screen.getByText("No background jobs")).toBeVisible();
  await expectAccessible();
});

it("shows what runs with its output as it comes, and the newest of it", async () => {
  const { feed, event, live } = await openSession();
  show(<JobsPanel session={SESSION} />);
  await feed(event(started("bash-1", "npm run dev")));
  expect(within(card("bash-1")).getByText("running")).toBeVisible();
  expect(within(card("bash-1")).getByText("No output yet.")).toBeVisible();
  await feed(live({ type: "job_output", job: "bash-1", text: "10%\r100%\n\u001b[31mready\u001b[0m" }));
  expect(screen.getByLabelText("Output of bash-1")).toHaveTextContent("100% ready");
  await feed(event({ type: "job_stalled", job: "bash-1", quiet_ms: 900_000 }));
  expect(within(card("bash-1")).getByText("silent for 15:00")).toBeVisible();
  await feed(live({ type: "job_output", job: "bash-1", text: "\nstill here" }));
  expect(screen.queryByText("silent for 15:00")).toBeNull();
  await expectAccessible();
});

it("stops a job, and says so until it has told its end", async () => {
  const { host, feed, event } = await openSession();
  host.answer({ job_stop: undefined });
  const { user } = show(<JobsPanel session={SESSION} />);
  await feed(event(started("bash-1", "sleep 100")), event(started("bash-2", "sleep 200")));
  await user.click(screen.getByRole("button", { name: "Stop bash-1" }));
  expect(host.asked.at(-1)).toMatchObject({ command: "job_stop", params: { session: SESSION, job: "bash-1" } });
  expect(await screen.findByText("Stopping…")).toBeVisible();
  await feed(event(ended("bash-1", { type: "stopped", by: "user" })));
  expect(within(card("bash-1")).getByText("stopped by you")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Stop bash-1" })).toBeNull();
  expect(screen.getByRole("button", { name: "Stop bash-2" })).toBeEnabled();
});

it("a stop that is refused says why and can be tried again", async () => {
  const { host, feed, event } = await openSession();
  host.answer({ job_stop: refuse("job_not_running", { job: "bash-1" }) });
  const { user } = show(<JobsPanel session={SESSION} />);
  await feed(event(started("bash-1", "sleep 100")));
  await user.click(screen.getByRole("button", { name: "Stop bash-1" }));
  expect(await screen.findByText("The job bash-1 is not running.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Stop bash-1" })).toBeEnabled();
});

it("reads what an ended job printed, its end first", async () => {
  const { host, feed, event } = await openSession();
  const whole = `${"x".repeat(70_000)}\nthe end\n`;
  host.answer({
    job_output: ({ offset, limit }) => {
      const at = offset ?? whole.length - limit;
      const text = whole.slice(at, at + limit);
      return { text, offset: at, size: whole.length, next: at + limit < whole.length ? at + limit : null };
    },
  });
  const { user } = show(<JobsPanel session={SESSION} />);
  await feed(event(started("bash-1", "make")), event(ended("bash-1", { type: "exited", code: 2 })));
  expect(within(card("bash-1")).getByText("ended with code 2")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /bash-1/ }));
  const output = await screen.findByLabelText("Output of bash-1");
  expect(output).toHaveTextContent("the end");
  await user.click(screen.getByRole("button", { name: "Show earlier output" }));
  await waitFor(() => expect(screen.getByLabelText("Output of bash-1").textContent).toBe(whole));
  expect(screen.queryByRole("button", { name: "Show earlier output" })).toBeNull();
  await expectAccessible();
});

it("says of a lost job that nobody knows how it ended", async () => {
  const { host, feed, event } = await openSession();
  host.answer({ job_output: { text: "", offset: 0, size: 0 } });
  const { user } = show(<JobsPanel session={SESSION} />);
  await feed(event(started("bash-1", "serve")), event(ended("bash-1", { type: "lost" })));
  await user.click(screen.getByRole("button", { name: /bash-1/ }));
  expect(await screen.findByText("It printed nothing.")).toBeVisible();
  expect(screen.getByText("lost", { exact: true })).toBeVisible();
  expect(screen.getByText(/nobody knows how it ended/)).toBeVisible();
});
