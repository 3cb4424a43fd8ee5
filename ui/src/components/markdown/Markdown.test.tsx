import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeHost } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import { Markdown } from "./Markdown";

test("HTML is never drawn as HTML, and nothing is fetched", () => {
  fakeHost({});
  const { container } = show(
    <Markdown
      text={
        '<img src="http://x/y" onerror="alert(1)"> <b>bold</b>\n\n![pic](http://x/pic.png)\n\n[bad](javascript:alert(1))'
      }
    />,
  );
  expect(container.querySelector("img, b, script")).toBeNull();
  expect(screen.getByRole("link", { name: "pic" })).toHaveAttribute("href", "http://x/pic.png");
  expect(screen.queryByRole("link", { name: "bad" })).toBeNull();
});

test("a link opens outside the app", async () => {
  const host = fakeHost({});
  const { user } = show(<Markdown text="See [the manual](https://example.org/m)." />);
  await user.click(screen.getByRole("link", { name: "the manual" }));
  expect(host.platform.openExternal).toHaveBeenCalledWith("https://example.org/m");
});

test("code is copied as it is", async () => {
  const host = fakeHost({});
  const { user } = show(<Markdown text={"```sh\nls -l\n\necho hi\n```"} />);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(host.copied).toEqual(["ls -l\n\necho hi"]);
});

test("a finished block is not drawn anew while the text grows", () => {
  fakeHost({});
  const { container, rerender } = show(<Markdown text={"One **bold**.\n\nTwo"} open />);
  const first = container.querySelector("strong");
  rerender(<Markdown text={"One **bold**.\n\nTwo and three"} open />);
  expect(container.textContent).toContain("Two and three");
  expect(container.querySelector("strong")?.textContent).toBe(first?.textContent);
});

test("a code span that names a file opens it", async () => {
  fakeHost({});
  const onFile = vi.fn();
  const { user } = show(<Markdown text="See `src/a.rs:7`, run `make`." onFile={onFile} />);
  await user.click(screen.getByRole("button", { name: "src/a.rs:7" }));
  expect(onFile).toHaveBeenCalledWith("src/a.rs", 7);
  expect(screen.queryByRole("button", { name: "make" })).toBeNull();
});

test("everything of a long answer is accessible", async () => {
  fakeHost({});
  show(
    <Markdown
      text={
        "# A\n\n## B\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n> quote\n\n```rs\nfn a() {}\n```\n\n1. one\n"
      }
    />,
  );
  await expectAccessible();
});
