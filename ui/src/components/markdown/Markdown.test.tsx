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
  expect(container.querySelector("strong")).toBe(first);
});

test("code that was still coming in stays the same element when it is complete", () => {
  fakeHost({});
  const { container, rerender } = show(<Markdown text={"```rs\nfn a() {}\n```"} open />);
  const code = container.querySelector("pre");
  rerender(<Markdown text={"```rs\nfn a() {}\n```"} />);
  expect(container.querySelector("pre")).toBe(code);
});

test("what is drawn of each form", () => {
  fakeHost({});
  const check = (text: string, html: string) => {
    const { container, unmount } = show(<Markdown text={text} />);
    const shown = container
      .querySelector(".markdown")
      ?.innerHTML.replace(/ (class|style|tabindex|rel|target|title)="[^"]*"/g, "");
    expect(shown).toBe(html);
    unmount();
  };
  check("a &amp; b &#8212; &copy; &nosuch; `&amp;`", "<p>a &amp; b — © &amp;nosuch; <code>&amp;amp;</code></p>");
  check("\\*plain\\* *em* **strong** ~~gone~~", "<p>*plain* <em>em</em> <strong>strong</strong> <del>gone</del></p>");
  check("one  \ntwo\nthree", "<p>one<br>two\nthree</p>");
  check("- a\n- b\n  1. c", '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>');
  check("7) a\n\n8) b", '<ol start="7"><li><p>a</p></li><li><p>b</p></li></ol>');
  check("- [x] done", '<ul><li><span role="img" aria-label="☑">☑</span>done</li></ul>');
  check("> one\n> two", "<blockquote><p>one\ntwo</p></blockquote>");
  check(
    "| a | b |\n|---|--:|\n| `1` | 2 |",
    "<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></div>",
  );
  check(
    "<div onclick='x()'>\n<i>hi</i>\n</div>",
    "<p>&lt;div onclick='x()'&gt;\n&lt;i&gt;hi&lt;/i&gt;\n&lt;/div&gt;</p>",
  );
  check(
    "[m][1] and https://a.example/?b&c\n\n[1]: https://example.org/a&amp;b",
    '<p><a href="https://example.org/a&amp;b">m</a> and <a href="https://a.example/?b&amp;c">https://a.example/?b&amp;c</a></p>',
  );
  check("[up](../x) [data](data:text/html,x)", "<p><span>up</span> <span>data</span></p>");
  check("# A\n\n#### B\n\n---", "<h2>A</h2><h3>B</h3><hr>");
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
