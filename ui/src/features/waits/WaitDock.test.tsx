import { fireEvent, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WaitBody } from "../../bindings/protocol";
import { chooseLanguage } from "../../i18n";
import { openSession, recorded, SESSION, type TestSession } from "../../test/session";
import { expectAccessible, show } from "../../test/show";
import { WaitDock } from "./WaitDock";

const answers = ({ host }: TestSession) => host.submitted.map(({ op }) => op);

const approval: WaitBody = {
  type: "approval",
  tool: "bash",
  subject: "git \u0430dd -A",
  args: '{"command":"git \u0430dd -A"}',
  cwd: "/w",
  reason: { code: "asks_posture", params: { posture: "ask" } },
  offers: [{ scope: "once" }, { scope: "session", rules: ["Bash=git add -A"] }],
};

const proof = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

async function waiting(...bodies: WaitBody[]): Promise<TestSession> {
  const session = await openSession();
  const { feed, event } = session;
  await feed(event({ type: "turn_started", input: [] }));
  for (const [at, body] of bodies.entries()) {
    await feed(
      event({ type: "call_frozen", call: at + 1, wire_id: `w${at}`, tool: "bash", args: "{}" }),
      event({
        type: "call_decided",
        call: at + 1,
        decision: "ask",
        reason: { code: "asks_posture" },
        proof: [
          { code: "not_denied" },
          {
            code: "human_skipped",
            params: { about: "eval", posture: "yolo", reason: "asks_nested", why: "runs_text" },
          },
          { code: "posture_asks", params: { posture: "ask" } },
        ],
      }),
      event({ type: "wait_opened", wait: { id: at + 1, call: at + 1, body } }),
    );
  }
  return session;
}

test("recorded approvals are shown with what they would do", async () => {
  await openSession(recorded("waiting"));
  const { user } = show(<WaitDock session={SESSION} />);
  expect(screen.getByText("2 calls ask for your approval.")).toBeVisible();
  expect(await screen.findAllByText(/echo hello/)).not.toHaveLength(0);
  const folded = screen.getByRole("button", { expanded: false, name: /Run this command\?.*bash greet\.sh/ });
  await expectAccessible();
  await user.click(folded);
  expect(screen.getByText("Bash(bash greet.sh:*)")).toBeVisible();
  await expectAccessible();
});

test("an approval explains itself and marks what deceives", async () => {
  const session = await waiting(approval);
  const { user } = show(<WaitDock session={SESSION} />);
  expect(screen.getByText(/Asked because: It may change something/)).toBeVisible();
  expect(screen.getAllByText("\u0430⟨U+0430⟩")).not.toHaveLength(0);
  expect(screen.queryByRole("listitem")).toBeNull();
  await user.click(screen.getByRole("button", { name: /How it was decided/ }));
  expect(proof()).toEqual([
    "No rule denies it, and it touches no path that always stays closed.",
    "Its text does not show what it would do: eval runs code that stands in its words. Otherwise only you may allow that, but the posture YOLO lets it through.",
    "Nothing before settles it, so the posture Ask decides: it asks first.",
  ]);
  expect(answers(session)).toEqual([]);
});

test("how it was decided is told in the language shown", async () => {
  onTestFinished(() => chooseLanguage("en"));
  await chooseLanguage("zh-CN");
  await waiting(approval);
  const { user } = show(<WaitDock session={SESSION} />);
  await user.click(screen.getByRole("button", { name: /判定过程/ }));
  expect(proof()).toEqual([
    "没有规则拒绝它，也不涉及始终禁止的路径。",
    "从文本看不出它会做什么：eval 会运行参数中的代码。这本来只能由你允许，但放行方式 YOLO（全部放行） 予以放行。",
    "以上各步都未作决定，因此由放行方式 询问 决定：先询问。",
  ]);
});

test("a decision of which only the outcome was kept has no list", async () => {
  const { feed, event } = await openSession();
  await feed(
    event({ type: "turn_started", input: [] }),
    event({ type: "call_frozen", call: 1, wire_id: "w", tool: "bash", args: "{}" }),
    event({ type: "call_decided", call: 1, decision: "ask", reason: { code: "asks_posture" } }),
    event({ type: "wait_opened", wait: { id: 1, call: 1, body: approval } }),
  );
  const { user } = show(<WaitDock session={SESSION} />);
  await user.click(screen.getByRole("button", { name: /How it was decided/ }));
  expect(screen.getByText("Exact arguments")).toBeVisible();
  expect(screen.queryByRole("list")).toBeNull();
});

test("a command is shown whole, in its lines, however long", async () => {
  const command = `${"echo word\n".repeat(120)}rm -rf build`;
  await waiting({ ...approval, subject: "echo word echo word…", args: JSON.stringify({ command }) } as WaitBody);
  show(<WaitDock session={SESSION} />);
  expect(document.querySelector("pre")?.textContent).toBe(command);
});

test("a change names its file once", async () => {
  const files = [{ path: "src/a.rs", added: 1, removed: 1, unified: "@@ -1 +1 @@\n-old\n+new\n" }];
  await waiting({
    ...approval,
    tool: "edit_file",
    subject: "src/a.rs",
    args: '{"path":"src/a.rs"}',
    preview: { type: "diff", files },
  } as WaitBody);
  show(<WaitDock session={SESSION} />);
  expect(await screen.findByText("new")).toBeVisible();
  expect(screen.getAllByText(/src\/a\.rs/)).toHaveLength(1);
});

test("keys answer: Enter once, a number its offer, arrows move, Escape goes to the no", async () => {
  const session = await waiting(approval, approval);
  const { user } = show(<WaitDock session={SESSION} />);
  const [first, second] = screen.getAllByRole("group", { name: "Run this command?" });
  const once = within(first as HTMLElement).getByRole("button", { name: /Allow once/ });
  expect(once).toHaveFocus();
  await user.keyboard("{Enter}");
  within(second as HTMLElement)
    .getByRole("button", { name: /Allow once/ })
    .focus();
  await user.keyboard("{ArrowRight}");
  expect(within(second as HTMLElement).getByRole("button", { name: /this session/ })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(within(second as HTMLElement).getByRole("button", { name: "Reject…" })).toHaveFocus();
  await user.keyboard("2");
  expect(answers(session)).toEqual([
    { type: "resolve", wait: 1, answer: { type: "once" } },
    { type: "resolve", wait: 2, answer: { type: "session" } },
  ]);
});

test("after an answer the next card has the focus, and a second Enter does not approve it", async () => {
  const session = await waiting(approval, approval);
  const { user } = show(<WaitDock session={SESSION} />);
  await user.keyboard("{Enter}");
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await session.feed(session.event({ type: "wait_resolved", wait: 1, answer: { type: "once" } }));
  const card = screen.getByRole("group", { name: "Run this command?" });
  expect(card).toHaveFocus();
  await user.keyboard("{Enter}1");
  await user.keyboard("{ArrowRight}{Enter}");
  expect(answers(session)).toEqual([{ type: "resolve", wait: 1, answer: { type: "once" } }]);
  now.mockReturnValue(performance.now() + 401);
  await user.keyboard("1");
  now.mockRestore();
  expect(answers(session)).toContainEqual({ type: "resolve", wait: 2, answer: { type: "once" } });
});

test("of several one is open, and one that is folded is opened without being answered", async () => {
  const session = await waiting(approval, approval);
  const { user } = show(<WaitDock session={SESSION} />);
  const [first, second] = screen.getAllByRole("group", { name: "Run this command?" }) as [HTMLElement, HTMLElement];
  await user.click(within(first).getByRole("button", { name: "Reject…" }));
  await user.keyboard("not so");
  await user.click(within(second).getByRole("button", { name: /Run this command/ }));
  expect(second).toHaveFocus();
  expect(within(first).queryByRole("button", { name: "Reject" })).toBeNull();
  expect(answers(session)).toEqual([]);
  await user.keyboard("1");
  expect(answers(session)).toEqual([{ type: "resolve", wait: 2, answer: { type: "once" } }]);
  // What was begun in the other is still there.
  expect(within(first).getByDisplayValue("not so")).toBeVisible();
});

test("a yes to all that a tool does says so", async () => {
  const offers = (rule: string): WaitBody =>
    ({ ...approval, offers: [{ scope: "session", rules: [rule] }] }) as WaitBody;
  await waiting(offers("Edit"), offers("WebFetch"), offers("Bash(make:*)"));
  const { user } = show(<WaitDock session={SESSION} />);
  const goOn = () => user.click(screen.getAllByRole("button", { expanded: false, name: /^Run/ }).at(-1) as HTMLElement);
  expect(screen.getByRole("button", { name: /Allow all edits in this session/ })).toBeVisible();
  await user.click(screen.getAllByRole("button", { expanded: false, name: /^Run/ })[0] as HTMLElement);
  expect(screen.getByRole("button", { name: /Allow all of WebFetch in this session/ })).toBeVisible();
  await goOn();
  expect(screen.getByRole("button", { name: /Allow for this session/ })).toBeVisible();
});

test("a command that wants to write elsewhere says where and why, and each yes how far it opens", async () => {
  const folders = ["/data/out"];
  const session = await waiting({
    ...approval,
    subject: "make install",
    justification: "the archive is built there",
    reason: { code: "asks_write_access_home", params: { path: "/home/u" } },
    offers: [
      { scope: "once", folders },
      { scope: "session", folders },
      { scope: "always", folders },
    ],
  } as WaitBody);
  const { user } = show(<WaitDock session={SESSION} />);
  expect(screen.getByText(/the archive is built there/)).toBeVisible();
  expect(screen.getByText(/anywhere in your home folder/)).toBeVisible();
  expect(screen.getAllByText(/\/data\/out/)).not.toHaveLength(0);
  expect(screen.getByRole("button", { name: /Let this call write there/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /Open the folder in this project/ })).toHaveAttribute(
    "title",
    expect.stringContaining("sandbox.allow_write"),
  );
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: /Open the folder for this session/ }));
  expect(answers(session)).toEqual([{ type: "resolve", wait: 1, answer: { type: "session" } }]);
});

test("a command that leaves the sandbox says so in its question", async () => {
  await waiting({ ...approval, reason: { code: "asks_escape" }, offers: [{ scope: "once" }] } as WaitBody);
  show(<WaitDock session={SESSION} />);
  expect(screen.getByRole("group", { name: "Run this command again, without the sandbox?" })).toBeVisible();
});

test("a reason in Chinese is not marked for its punctuation, but for what does not show", async () => {
  const justification = "安装在那里，因为：需要。\u202e";
  const offers = [{ scope: "once", folders: ["/opt"] }];
  await waiting({ ...approval, subject: "make", args: '{"command":"make"}', justification, offers } as WaitBody);
  show(<WaitDock session={SESSION} />);
  expect(screen.getByText(/安装在那里，因为：需要。/)).toBeVisible();
  expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["⟨U+202E⟩"]);
});

test("a no may have words", async () => {
  const session = await waiting(approval);
  const { user } = show(<WaitDock session={SESSION} />);
  await user.click(screen.getByRole("button", { name: "Reject…" }));
  await user.keyboard("use make 2{Enter}");
  expect(answers(session)).toEqual([{ type: "resolve", wait: 1, answer: { type: "reject", message: "use make 2" } }]);
});

test.each(["{Escape}", "cancel"])("whoever leaves a no by %s is at the card again, and stops nothing", async (way) => {
  const session = await waiting(approval);
  const { user } = show(<WaitDock session={SESSION} />);
  const reject = () => screen.getByRole("button", { name: "Reject…" });
  reject().focus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("textbox")).toHaveFocus();
  if (way === "cancel") await user.click(screen.getByRole("button", { name: "Cancel" }));
  else await user.keyboard(way);
  expect(reject()).toHaveFocus();
  expect(answers(session)).toEqual([]);
});

test("several are answered together", async () => {
  const session = await waiting(approval, approval);
  const { user } = show(<WaitDock session={SESSION} />);
  await user.click(screen.getByRole("button", { name: "Reject all" }));
  expect(answers(session)).toEqual([1, 2].map((wait) => ({ type: "resolve", wait, answer: { type: "reject" } })));
});

test("a card never takes the focus from whoever types", async () => {
  const { feed, event } = await openSession();
  await feed(event({ type: "turn_started", input: [] }));
  show(
    <>
      <WaitDock session={SESSION} />
      <textarea aria-label="field" />
    </>,
  );
  screen.getByLabelText("field").focus();
  await feed(
    event({ type: "call_frozen", call: 1, wire_id: "w", tool: "bash", args: "{}" }),
    event({ type: "wait_opened", wait: { id: 1, call: 1, body: approval } }),
  );
  expect(screen.getByText("Run this command?")).toBeVisible();
  expect(screen.getByLabelText("field")).toHaveFocus();
});

test("questions: choices, own words, one after the other", async () => {
  const session = await waiting({
    type: "questions",
    questions: [
      {
        header: "Tests",
        question: "Which tests?",
        multi_select: true,
        options: [{ label: "Unit" }, { label: "Whole" }],
      },
      {
        header: "Style",
        question: "Which style?",
        multi_select: false,
        options: [{ label: "Short" }, { label: "Long" }],
      },
    ],
  });
  const { user } = show(<WaitDock session={SESSION} />);
  await expectAccessible();
  expect(screen.getByRole("group", { name: /Choose all that fit/ })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Unit" })).not.toBeChecked();
  await user.click(screen.getByLabelText("Unit"));
  await user.click(screen.getByLabelText("Whole"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("radio", { name: "Short" })).toHaveFocus();
  expect(screen.queryByText(/Choose all that fit/)).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Short" }));
  fireEvent.change(screen.getByPlaceholderText("Or in your own words"), { target: { value: "but friendly" } });
  await user.click(screen.getByRole("button", { name: "Send the answer" }));
  expect(answers(session)).toEqual([
    {
      type: "resolve",
      wait: 1,
      answer: {
        type: "questions",
        answers: [{ chosen: ["Unit", "Whole"] }, { chosen: ["Short"], own_words: "but friendly" }],
      },
    },
  ]);
});

test("what a yes keeps shows its hidden signs, too", async () => {
  await waiting({ ...approval, offers: [{ scope: "once" }, { scope: "always", rules: ["Bash=echo a\u202etxt"] }] });
  show(<WaitDock session={SESSION} />);
  const always = screen.getByRole("button", { name: /⟨U\+202E⟩/ });
  expect(always).toBeVisible();
  expect(always.title).toContain("Bash=echo a⟨U+202E⟩txt");
});
