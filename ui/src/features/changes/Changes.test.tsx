import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { FileDiff } from "../../bindings/protocol";
import { useViewedFile } from "../../app/file-viewer";
import { type FakeHost, fakeHost } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import { Changes } from "./ChangesPanel";

const diff = (path: string, more: Partial<FileDiff> = {}): FileDiff => ({
  path,
  unified: "@@ -1 +1 @@\n-let old = 1;\n+let new = 1;\n",
  added: 1,
  removed: 1,
  ...more,
});

const changes = [
  { turn: 1, files: [diff("src/a.rs"), diff("src/b.rs")] },
  { turn: 2, files: [diff("src/a.rs")] },
];

let host: FakeHost;
beforeEach(() => {
  host = fakeHost({});
});

it("says what would be here while nothing changed", async () => {
  show(<Changes changes={[]} workspace="/w" />);
  expect(screen.getByText("No file changed yet.")).toBeVisible();
  await expectAccessible();
});

it("shows every file with its counts and edits", async () => {
  show(<Changes changes={changes} workspace="/w" />);
  const file = screen.getByRole("region", { name: /src\/a\.rs/ });
  expect(within(file).getByText("2 added, 2 removed")).toBeInTheDocument();
  expect(within(file).getByText("Edit 2 of 2")).toBeVisible();
  expect(await within(file).findAllByText(/let new/)).not.toHaveLength(0);
  await expectAccessible();
});

it("a file folds, and all of them fold", async () => {
  const { user } = show(<Changes changes={changes} workspace="/w" />);
  const fold = () => screen.getByRole("button", { name: /^.?src\/a\.rs/ });
  await user.click(fold());
  expect(fold()).toHaveAttribute("aria-expanded", "false");
  await user.click(screen.getByRole("button", { name: "Collapse all" }));
  expect(screen.getByRole("button", { name: /^.?src\/b\.rs/ })).toHaveAttribute("aria-expanded", "false");
  await user.click(fold());
  expect(fold()).toHaveAttribute("aria-expanded", "true");
});

it("many files begin folded", () => {
  const many = [{ turn: 1, files: Array.from({ length: 9 }, (_, index) => diff(`f${index}.rs`)) }];
  show(<Changes changes={many} workspace="/w" />);
  expect(screen.getByRole("button", { name: /^.?f0\.rs/ })).toHaveAttribute("aria-expanded", "false");
});

it("the patch of all files is copied", async () => {
  const { user } = show(<Changes changes={changes} workspace="/w" />);
  const copy = screen.getAllByRole("button", { name: "Copy patch" })[0];
  await user.click(copy as HTMLElement);
  expect(host.copied[0]?.match(/^diff --git a\/src/gm)).toHaveLength(3);
});

it("a file can be looked at as it is now", async () => {
  const { user } = show(<Changes changes={changes} workspace="/w" />);
  await user.click(screen.getByRole("button", { name: "View src/b.rs" }));
  expect(useViewedFile.getState().file).toEqual({ path: "src/b.rs", workspace: "/w" });
});
