import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { ConfigValue, ExplainedCall } from "../../../bindings/protocol";
import { type FakeHost, fakeHost } from "../../../test/fake-host";
import { expectAccessible, show } from "../../../test/show";
import { PermissionsPage } from "./PermissionsPage";

const user = { from: "user", file: "/h/config.toml", line: 3 } as const;
const project = { from: "project", file: "/w/reasonix.toml", line: 2 } as const;
const row = (key: string, value: ConfigValue["value"], origin: ConfigValue["origin"]): ConfigValue => ({
  key,
  value,
  origin,
  toml: null,
});

const values = [
  row("permissions.mode", "ask", { from: "default" }),
  row("permissions.allow", ["Bash(cargo test:*)", "Read"], user),
  row("permissions.allow", ["Bash(make:*)"], project),
  row("permissions.ask", ["Bash=a\u202eb"], project),
  row("permissions.deny", ["Bash(git push:*)"], user),
  row("permissions.rules[1]", { tool: "Edit", resource: "docs/**", decision: "allow" }, user),
];
const fine: ExplainedCall = { decision: "allow", reason: { code: "reads_only" }, proof: [], offers: [] };

let host: FakeHost;
beforeEach(() => {
  host = fakeHost({
    config_show: { values, errors: [], warnings: [] },
    permissions_check: { rules: 5, errors: [], warnings: [] },
    permissions_explain: { verdicts: [fine] },
    config_set: ({ key, value }) => ({
      file: "/h/config.toml",
      changed: true,
      before: row(key, null, user),
      now: { ...row(key, null, user), toml: value },
    }),
  });
});

const list = (name: string) => screen.findByRole("region", { name });
const written = () => host.asked.filter(({ command }) => command === "config_set").map(({ params }) => params);

it("every entry says where it stands", async () => {
  show(<PermissionsPage />);
  const allow = await list("Runs without a question");
  expect(within(allow).getByText("project, line 2")).toBeVisible();
  expect(within(allow).getAllByText("yours, line 3")).toHaveLength(2);
  expect(within(await list("Rules in order")).getByText("docs/**")).toBeVisible();
  expect(screen.getByText("⟨U+202E⟩")).toBeVisible();
  expect(screen.getByRole("button", { name: /Bash=a⟨U\+202E⟩b/ })).toBeInTheDocument();
  await expectAccessible();
});

it("a rule is added behind one's own entries, those of the project are not copied", async () => {
  const { user: person } = show(<PermissionsPage />);
  const allow = await list("Runs without a question");
  await person.type(within(allow).getByRole("textbox"), "Bash(npm test:*){Enter}");
  await waitFor(() =>
    expect(written()).toEqual([
      { key: "permissions.allow", value: '["Bash(cargo test:*)", "Read", "Bash(npm test:*)"]', layer: "user" },
    ]),
  );
  expect(within(allow).getByRole("textbox")).toHaveValue("");
});

it("a rule that cannot be read is refused at its field and never written", async () => {
  host.answer({
    permissions_explain: {
      verdicts: [{ error: { code: "rule_unbalanced", params: { rule: "Bash(x", offset: "5" } } }],
    },
  });
  const { user: person } = show(<PermissionsPage />);
  const deny = await list("Never runs");
  await person.type(within(deny).getByRole("textbox"), "Bash(x{Enter}");
  await waitFor(() =>
    expect(within(deny).getByRole("textbox")).toHaveAccessibleDescription(/parentheses are not balanced/),
  );
  expect(written()).toEqual([]);
});

it("the same rule is not written twice", async () => {
  const { user: person } = show(<PermissionsPage />);
  const allow = await list("Runs without a question");
  await person.type(within(allow).getByRole("textbox"), "Read{Enter}");
  expect(await within(allow).findByText("Read is in the list already.")).toBeVisible();
  expect(written()).toEqual([]);
});

it("a removed rule can be brought back", async () => {
  const { user: person } = show(<PermissionsPage />);
  await person.click(await screen.findByRole("button", { name: "Remove Read" }));
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(written()).toEqual([
      { key: "permissions.allow", value: '["Bash(cargo test:*)"]', layer: "user" },
      { key: "permissions.allow", value: '["Bash(cargo test:*)", "Read"]', layer: "user" },
    ]),
  );
});

it("removing an entry of the project's writes the project's file", async () => {
  const { user: person } = show(<PermissionsPage />);
  await person.click(await screen.findByRole("button", { name: "Remove Bash(make:*)" }));
  await waitFor(() => expect(written()).toEqual([{ key: "permissions.allow", value: "[]", layer: "project" }]));
});

it("a call is tested while it is typed", async () => {
  const verdict: ExplainedCall = {
    decision: "ask",
    reason: { code: "asks_posture", params: { posture: "ask" } },
    proof: [{ code: "not_denied" }, { code: "posture_asks", params: { posture: "ask" } }],
    offers: [{ scope: "once" }, { scope: "prefix", rules: ["Bash(cargo build:*)"] }],
  };
  host.answer({ permissions_explain: { verdicts: [verdict] } });
  const { user: person } = show(<PermissionsPage />);
  const tester = await list("Test a call");
  await person.type(within(tester).getByRole("textbox", { name: "Command" }), "cargo build");
  expect(await within(tester).findByText(/It may change something/)).toBeVisible();
  await person.click(within(tester).getByText("Proof"));
  const [proof] = within(tester).getAllByRole("list") as [HTMLElement];
  const steps = within(proof).getAllByRole("listitem");
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    "No rule denies it, and it touches no path that always stays closed.",
    "Nothing before settles it, so the posture Ask decides: it asks first.",
  ]);
  await person.click(within(tester).getByText("What a yes could be"));
  expect(within(tester).getByText("Bash(cargo build:*)")).toBeVisible();
  await waitFor(() =>
    expect(host.asked.at(-1)?.params).toEqual({
      calls: [{ tool: "bash", args: '{"command":"cargo build"}', posture: "ask", mode: "normal" }],
    }),
  );
  await expectAccessible();
});
