import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ConfigFileReply } from "../../../bindings/protocol";
import { markStale } from "../../../data";
import { type FakeHost, fakeHost, refuse } from "../../../test/fake-host";
import { expectAccessible, show } from "../../../test/show";
import { ConfigEditor } from "./ConfigEditor";
import { useDrafts } from "./drafts";

// What CodeMirror draws cannot be reached in jsdom; the browser tests use the real one.
vi.mock("./CodeEditor", () => ({
  CodeEditor: ({
    text,
    label,
    marks,
    onText,
  }: {
    text: string;
    label: string;
    marks: { line: number }[];
    onText: (text: string) => void;
  }) => (
    <textarea
      aria-label={label}
      data-marks={JSON.stringify(marks)}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  ),
}));

const file = (text: string, revision: string): ConfigFileReply => ({
  file: "/h/config.toml",
  text,
  revision,
  errors: [],
  warnings: [],
});

let host: FakeHost;
beforeEach(() => {
  useDrafts.setState({}, true);
  host = fakeHost({
    config_file: file("a = 1\n", "r1"),
    config_schema: { schema: {} },
    config_check: ({ text }) => file(text, "r1"),
    config_save: ({ text }) => file(text, "r2"),
  });
});

const field = () => screen.findByRole("textbox", { name: "Text of /h/config.toml" });
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

it("a save names the text it began from", async () => {
  const { user } = show(<ConfigEditor layer="user" />);
  await type("a = 2\n");
  expect(screen.getByText("Not saved")).toBeVisible();
  await expectAccessible();
  host.answer({ config_file: file("a = 2\n", "r2") });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved /h/config.toml")).toBeVisible();
  expect(host.asked).toContainEqual(
    expect.objectContaining({ command: "config_save", params: { layer: "user", text: "a = 2\n", revision: "r1" } }),
  );
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeDisabled());
});

it("a file that somebody else changed is not overwritten, and what was typed is not lost", async () => {
  host.answer({ config_save: refuse("config_stale", { file: "/h/config.toml" }) });
  const { user } = show(<ConfigEditor layer="user" />);
  await type("mine = 1\n");
  host.answer({ config_file: file("theirs = 1\n", "r9") });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Somebody else changed the file in the meantime.")).toBeVisible();
  expect(await field()).toHaveValue("mine = 1\n");
  await user.click(screen.getByRole("button", { name: "Copy mine and reload" }));
  await waitFor(async () => expect(await field()).toHaveValue("theirs = 1\n"));
  expect(host.copied).toEqual(["mine = 1\n"]);
});

it("edits outlive a change of the file, and are saved against the text they began from", async () => {
  const { user } = show(<ConfigEditor layer="user" />);
  await type("mine = 1\n");
  host.answer({ config_file: file("theirs = 1\n", "r9") });
  markStale(["config_file"]);
  await waitFor(() => expect(host.asked.filter(({ command }) => command === "config_file").length).toBeGreaterThan(1));
  expect(await field()).toHaveValue("mine = 1\n");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({ command: "config_save", params: expect.objectContaining({ revision: "r1" }) }),
    ),
  );
});

it("problems are marked at their line and listed", async () => {
  const problem = {
    code: "config_syntax",
    params: { file: "/h/config.toml", line: "3", column: "5", reason: "no value" },
  };
  host.answer({ config_check: ({ text }) => ({ ...file(text, "r1"), errors: [problem] }) });
  show(<ConfigEditor layer="user" />);
  await type("a =\n");
  expect(await screen.findByText("This line is not TOML.")).toBeVisible();
  expect(screen.getByText("Line 3, column 5")).toBeVisible();
  expect(screen.getByRole("button", { name: "Go to line 3" })).toBeVisible();
  expect(screen.getByText("Errors: 1, warnings: 0")).toBeVisible();
  expect(JSON.parse((await field()).dataset.marks ?? "")).toEqual([
    expect.objectContaining({ line: 3, column: 5, severity: "error" }),
  ]);
});

it("an unknown key does not lead to the editor that one is in", async () => {
  const problem = { code: "config_unknown_key", params: { file: "/h/config.toml", line: "1", key: "b" } };
  host.answer({ config_check: ({ text }) => ({ ...file(text, "r1"), warnings: [problem] }) });
  show(<ConfigEditor layer="user" />);
  await type("b = 1\n");
  expect(await screen.findByText(/Unknown key/)).toBeVisible();
  expect(screen.queryByText(/suggests the keys/)).toBeNull();
  expect((await field()).dataset.marks).not.toContain("suggests");
});

it("what a save is refused for is said once", async () => {
  const problem = { code: "config_value_unreadable", params: { file: "/h/config.toml", line: "1", column: "4" } };
  host.answer({
    config_check: ({ text }) => ({ ...file(text, "r1"), errors: [problem] }),
    config_save: refuse(problem.code, problem.params),
  });
  const { user } = show(<ConfigEditor layer="user" />);
  await type("a =\n");
  await screen.findByText("Errors: 1, warnings: 0");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(host.asked.map(({ command }) => command)).toContain("config_save"));
  expect(screen.getAllByText(/that can be read/)).toHaveLength(1);
  expect(await screen.findByRole("alert")).toHaveTextContent("Not saved: what is wrong below must be mended first.");
  await type("a = 3\n");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("what is typed while it is being saved stays, over the text that was saved", async () => {
  let finish = (_: ConfigFileReply) => {};
  const saving = new Promise<ConfigFileReply>((done) => {
    finish = done;
  });
  const { user } = show(<ConfigEditor layer="user" />);
  await type("a = 2\n");
  host.answer({ config_save: () => saving as unknown as ConfigFileReply });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await type("a = 2\nb = 3\n");
  host.answer({ config_file: file("a = 2\n", "r2"), config_save: ({ text }) => file(text, "r3") });
  finish(file("a = 2\n", "r2"));
  expect(await screen.findByText("Saved /h/config.toml")).toBeVisible();
  expect(await field()).toHaveValue("a = 2\nb = 3\n");
  expect(screen.getByText("Not saved")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({
        command: "config_save",
        params: { layer: "user", text: "a = 2\nb = 3\n", revision: "r2" },
      }),
    ),
  );
});

it("what was typed can be given up", async () => {
  const { user } = show(<ConfigEditor layer="user" />);
  await type("b = 1\n");
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(await field()).toHaveValue("a = 1\n");
});

it("what was typed outlives a look at another page, with the text it began from", async () => {
  const { user, unmount } = show(<ConfigEditor layer="user" />);
  await type("mine = 1\n");
  unmount();
  host.answer({ config_file: file("theirs = 1\n", "r9") });
  show(<ConfigEditor layer="user" />);
  expect(await field()).toHaveValue("mine = 1\n");
  expect(screen.getByText("Not saved")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(host.asked).toContainEqual(
    expect.objectContaining({ command: "config_save", params: expect.objectContaining({ revision: "r1" }) }),
  );
});
