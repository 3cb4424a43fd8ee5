import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { type FakeHost, fakeHost } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import { Grants } from "./Grants";
import { RulesInForce } from "./RulesInForce";

let host: FakeHost;
beforeEach(() => {
  host = fakeHost({
    permissions_list: {
      file: "/s/grants.json",
      grants: [
        { rule: "Bash(cargo test:*)", at: 0 },
        { rule: "Bash=make", at: 0 },
      ],
    },
    permissions_forget: { rule: "Bash=make", at: 0 },
    config_show: { values: [], errors: [], warnings: [] },
  });
});

it("forgetting a grant is confirmed in place and names the right one", async () => {
  const { user } = show(<Grants workspace="/w" />);
  await user.click(await screen.findByRole("button", { name: "Forget Bash=make" }));
  expect(host.asked.some(({ command }) => command === "permissions_forget")).toBe(false);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Forget" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual({ command: "permissions_forget", params: { number: 2 }, workspace: "/w" }),
  );
  expect(await screen.findByText("Forgotten: Bash=make")).toBeVisible();
});

it("what could deceive in a rule is written out, also where it is only named", async () => {
  host.answer({ permissions_list: { file: "/s/grants.json", grants: [{ rule: "Bash=echo a\u202etxt", at: 0 }] } });
  const { user } = show(<Grants workspace="/w" />);
  await user.click(await screen.findByRole("button", { name: "Forget Bash=echo a⟨U+202E⟩txt" }));
  await user.click(screen.getByRole("button", { name: "Forget" }));
  expect(await screen.findByText("Forgotten: Bash=echo a⟨U+202E⟩txt")).toBeVisible();
});

it("says where grants come from while there are none", async () => {
  host.answer({ permissions_list: { file: "/s/grants.json", grants: [] } });
  show(<Grants workspace="/w" />);
  expect(await screen.findByText(/A yes with “always” adds a line here/)).toBeVisible();
});

it("rules in force stand under what they do", async () => {
  const origin = { from: "user", file: "/h/config.toml", line: 4 } as const;
  const values = [{ key: "permissions.deny", value: ["Bash(git push:*)", "Bash=a\u200bb"], toml: null, origin }];
  host.answer({ config_show: { values, errors: [], warnings: [] } });
  const { unmount } = show(<RulesInForce workspace="/w" />);
  expect(await screen.findByText("Bash(git push:*)")).toBeVisible();
  expect(screen.getByText("⟨U+200B⟩")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Never runs" })).toBeVisible();
  await expectAccessible();
  unmount();
  host.answer({ config_show: { values: [], errors: [], warnings: [] } });
  show(<RulesInForce workspace="/other" />);
  expect(await screen.findByText("No rules; the posture decides.")).toBeVisible();
});
