import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { FileReadReply } from "../../bindings/protocol";
import { fakeHost, refuse } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import FileViewer from "./FileViewer";

const reply: FileReadReply = { path: "/w/src/a.rs", text: "fn main() {}\n", size: 13, binary: false, cut: false };
const viewer = () => show(<FileViewer file={{ path: "src/a.rs", workspace: "/w", line: 1 }} />);

it("shows the text, reachable by keyboard", async () => {
  const host = fakeHost({ file_read: reply });
  viewer();
  expect(await screen.findByText(/fn main/)).toBeVisible();
  expect(screen.getByRole("region", { name: "Content of /w/src/a.rs" })).toHaveAttribute("tabindex", "0");
  expect(host.asked.at(-1)).toMatchObject({ command: "file_read", params: { path: "src/a.rs" }, workspace: "/w" });
  await expectAccessible();
});

it("a binary file, an empty one and a long one say so", async () => {
  const host = fakeHost({ file_read: { ...reply, text: "", binary: true, size: 2048 } });
  const { unmount } = viewer();
  expect(await screen.findByText("a.rs is not text (2.0 KiB).")).toBeVisible();
  unmount();
  host.answer({ file_read: { ...reply, text: "" } });
  const second = show(<FileViewer file={{ path: "src/b.rs", workspace: "/w" }} />);
  expect(await screen.findByText("The file is empty.")).toBeVisible();
  second.unmount();
  host.answer({ file_read: { ...reply, cut: true, size: 3_000_000 } });
  show(<FileViewer file={{ path: "src/c.rs", workspace: "/w" }} />);
  expect(await screen.findByText("Only the beginning is shown; the file has 2.9 MiB.")).toBeVisible();
});

it("a file that cannot be read says why", async () => {
  fakeHost({ file_read: refuse("session_closed", { session: "s" }) });
  viewer();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
