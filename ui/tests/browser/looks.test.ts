// Every view, in both themes and languages: nothing that keeps people out, and pictures to look at.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./support/axe";
import { expectQuiet, type Language, open, picture, SMALL, type Theme, WIDE } from "./support/browser";
import { Engine } from "./support/engine";
import { words } from "./support/words";

const answer = `# What was found

The parser drops the last field. See \`src/parse.rs:12\`.

| field | kept |
| --- | --- |
| first | yes |
| last | **no** |

\`\`\`rust
fn parse(line: &str) -> Vec<&str> {
    line.split(',').collect()
}
\`\`\`
`;
const todos = [
  { content: "Read the parser", status: "completed" },
  { content: "Mend the split", status: "in_progress" },
  { content: "Run the tests", status: "pending" },
];
const question = {
  header: "Tests",
  multi_select: true,
  question: "Which tests are to run?",
  options: [
    { label: "Unit", description: "Quick" },
    { label: "All", description: "Slow, and complete" },
  ],
};
const edit = { path: "src/parse.rs", old_string: "fn old_name() {}", new_string: "fn old_name() {\n    println!(\"old\");\n}" };

const background = (command: string) => ({ name: "bash", arguments: { command, run_in_background: true } });
const elsewhere = {
  command: "make install PREFIX=/opt/parser",
  additional_write_dirs: ["/opt"],
  justification: "The parser is installed where the other tools of this machine are.",
};
const LOOKS = (["light", "dark"] as const).flatMap((theme) =>
  (["en", "zh"] as const).map((language) => ({ theme, language })),
);

let engine: Engine;
let bare: Engine;
let free: Engine;
beforeAll(async () => {
  engine = await Engine.start({
    config: '[serve]\nexpose = ["posture", "settings", "providers", "workspaces"]\n[permissions]\nallow = ["Bash(git status:*)"]\n',
    files: { "src/parse.rs": "fn old_name() {}\n\nfn main() {\n    old_name();\n}\n", "README.md": "# Parser\n" },
    lanes: [
      // A session's later requests mention its earlier messages too, so the later message comes first.
      { mentions: "Ask who you are", turns: LOOKS.map(() => ({ error: "unauthorized" })) },
      {
        mentions: "Mend it",
        turns: LOOKS.flatMap(() => [
          {
            text: "Two changes, then the tests.",
            calls: [
              { name: "edit_file", arguments: edit },
              { name: "bash", arguments: { command: "cargo test --workspace -- --nocapture" } },
            ],
          },
          { text: "Then not." },
        ]),
      },
      {
        mentions: "Look for the fault",
        turns: LOOKS.flatMap(() => [
          {
            reasoning: "The last field is lost, so the split is suspect.",
            text: "I look at the parser.",
            calls: [
              { name: "read_file", arguments: { path: "src/parse.rs" } },
              { name: "grep", arguments: { pattern: "old_name" } },
              { name: "todo_write", arguments: { todos } },
            ],
          },
          { text: answer },
        ]),
      },
      {
        mentions: "Ask me",
        turns: [{ calls: [{ name: "ask", arguments: { questions: [question] } }] }],
      },
    ],
  });
  bare = await Engine.start({ configured: false });
  // Commands run without a question, so that what asks is what leaves the sandbox or this machine.
  free = await Engine.start({
    config: '[permissions]\nallow = ["Bash"]\n[tools.background_jobs]\nstalled_warning_seconds = 1\n',
    lanes: [
      {
        mentions: "Start the jobs",
        turns: LOOKS.flatMap(() => [
          {
            calls: [
              background("echo compiled; echo 'error: no space left'; exit 4"),
              background("sleep 600"),
              background("i=0; while sleep 0.2; do i=$((i+1)); echo \"tick $i\"; done"),
            ],
          },
          { text: "They run." },
        ]),
      },
      {
        mentions: "Read the page",
        turns: LOOKS.flatMap(() => [
          { calls: [{ name: "web_fetch", arguments: { url: "https://docs.rs/csv/latest/csv/struct.Reader.html" } }] },
          { text: "Not read." },
        ]),
      },
      {
        mentions: "Touch it",
        turns: LOOKS.flatMap(() => [
          { calls: [{ name: "bash", arguments: { command: "touch /opt/parser.lock" } }] },
          {
            calls: [
              { name: "bash", arguments: { command: "touch /opt/parser.lock", unsandboxed_retry_of: "denial-2" } },
            ],
          },
          { text: "Not touched." },
        ]),
      },
      {
        mentions: "Install it",
        turns: LOOKS.flatMap(() => [{ calls: [{ name: "bash", arguments: elsewhere }] }, { text: "Not installed." }]),
      },
    ],
  });
});
afterAll(async () => {
  await engine.stop();
  await bare.stop();
  await free.stop();
});

describe.each(LOOKS)("$theme, $language", ({ theme, language }) => {
  const t = words(language);
  const check = (page: Page, view: string) => look(page, view, theme, language);

  test("a session", async () => {
    const page = await open(engine, { theme, language });
    await page.getByText(t("ui.home.title")).waitFor();
    await check(page, "home");
    const field = () => page.getByRole("textbox", { name: t("ui.composer.field") });
    const send = async (text: string) => {
      await field().fill(text);
      await field().press("Enter");
    };
    await send("Look for the fault in the parser");
    await page.getByRole("table").waitFor();
    await page.getByText(t("ui.state.completed"), { exact: true }).waitFor();
    await check(page, "session");
    await page.getByRole("button", { name: t("ui.action.toggle_panel") }).click();
    for (const name of ["todos", "changes", "jobs", "context", "permissions"]) {
      await page.getByRole("tab", { name: t(`ui.panel.${name}`), exact: true }).click();
      await settled(page);
      await check(page, `panel-${name}`);
    }
    await page.getByRole("button", { name: t("ui.action.toggle_panel") }).click();
    await send("Mend it, and run the tests");
    const dock = page.getByRole("region", { name: t("ui.waits.name") });
    await expect.poll(() => dock.getByRole("heading", { level: 2 }).count()).toBe(2);
    await dock.locator(".diff-line").first().waitFor();
    await check(page, "waits");
    await page.getByRole("button", { name: t("ui.action.toggle_panel") }).click();
    await check(page, "waits-panel");
    await page.getByRole("button", { name: t("ui.action.toggle_panel") }).click();
    await page.getByRole("button", { name: t("ui.waits.reject_all") }).click();
    await expect.poll(() => dock.count()).toBe(0);
    await page.getByText(t("ui.state.completed"), { exact: true }).waitFor();
    await send("Ask who you are");
    await page.getByRole("button", { name: t("ui.ways.choose_model") }).waitFor();
    await check(page, "failed");
    expectQuiet(page);
    await page.context().close();
  });

  test("what asks beyond edits and commands, and jobs", async () => {
    const page = await open(free, { theme, language });
    await page.getByText(t("ui.home.title")).waitFor();
    const dock = page.getByRole("region", { name: t("ui.waits.name") });
    const send = async (text: string) => {
      await page.getByRole("textbox", { name: t("ui.composer.field") }).fill(text);
      await page.getByRole("textbox", { name: t("ui.composer.field") }).press("Enter");
    };
    for (const [message, asks, view] of [
      ["Install it", t("ui.waits.wants_folders"), "wait-folder"],
      ["Touch it", t("ui.waits.may_leave_sandbox"), "wait-unsandboxed"],
      ["Read the page", t("ui.waits.may_web_fetch"), "wait-fetch"],
    ] as const) {
      await send(message);
      await dock.getByText(asks).first().waitFor();
      await check(page, view);
      await dock.getByRole("button", { name: t("ui.waits.proof") }).click();
      await check(page, `${view}-proof`);
      await dock.getByRole("button", { name: t("ui.waits.reject") }).click();
      await dock.getByRole("button", { name: t("ui.waits.reject_send"), exact: true }).click();
      await expect.poll(() => dock.count()).toBe(0);
      await page.getByText(t("ui.state.completed"), { exact: true }).waitFor();
    }
    await send("Start the jobs");
    await page.getByRole("button", { name: t("ui.action.toggle_panel") }).click();
    await page.getByRole("tab", { name: t("ui.panel.jobs"), exact: true }).click();
    const jobs = page.getByRole("list", { name: t("ui.panel.jobs") });
    await jobs.getByText(/tick 5/).waitFor();
    await jobs.getByText(t("ui.jobs.exited").replace("{code}", "4")).waitFor();
    await jobs.getByText(new RegExp(t("ui.jobs.quiet").replace("{time}", ".+"))).waitFor();
    await jobs.getByRole("button", { name: /^bash-1/ }).click();
    await jobs.getByText("no space left").last().waitFor();
    await check(page, "jobs");
    expectQuiet(page);
    await page.context().close();
  });

  test("settings", async () => {
    const page = await open(engine, { theme, language });
    await page.getByText(t("ui.home.title")).waitFor();
    for (const name of ["models", "permissions", "appearance", "language", "shortcuts", "config", "doctor"]) {
      await page.evaluate((to) => {
        location.hash = `#/settings/${to}`;
      }, name);
      await page.getByRole("link", { name: t(`ui.settings.page_${name}`), exact: true }).and(page.locator("[aria-current=page]")).waitFor();
      if (name === "config") await page.locator(".cm-line").first().waitFor();
      if (name === "doctor") await page.getByRole("button", { name: t("ui.doctor.copy") }).waitFor();
      await settled(page);
      await check(page, `settings-${name}`);
    }
    expectQuiet(page);
    await page.context().close();
  });

  test("what stands over everything", async () => {
    const page = await open(engine, { theme, language });
    await page.getByText(t("ui.home.title")).waitFor();
    for (const [view, keys, title] of [
      ["palette", "Control+k", "ui.palette.title"],
      ["search", "Control+Shift+F", "ui.search.title"],
    ] as const) {
      await page.keyboard.press(keys);
      await page.getByRole("dialog", { name: t(title) }).waitFor();
      await settled(page);
      await check(page, view);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: t("ui.shortcuts.sheet_title") }).waitFor();
    await check(page, "shortcut-sheet");
    expectQuiet(page);
    await page.context().close();
  });

  test("the first start, and signing in", async () => {
    const page = await open(bare, { theme, language });
    await page.getByRole("heading", { name: t("ui.onboarding.welcome") }).waitFor();
    await check(page, "first-start-look");
    await page.getByRole("button", { name: t("ui.onboarding.next") }).click();
    await page.getByText(t("ui.providers.other"), { exact: true }).waitFor();
    await page.getByText(t("ui.providers.local_none")).waitFor();
    await check(page, "first-start-model");
    await page.getByText(t("ui.providers.other"), { exact: true }).click();
    await page.getByLabel(t("ui.providers.address")).waitFor();
    await check(page, "first-start-provider");
    await page.getByRole("button", { name: t("ui.providers.choose_another") }).click();
    await page.getByRole("navigation", { name: t("ui.onboarding.steps") }).getByRole("button").nth(2).click();
    await page.getByRole("heading", { name: t("ui.onboarding.folder_title") }).waitFor();
    await check(page, "first-start-folder");
    await page.getByRole("button", { name: t("ui.onboarding.folder_other") }).click();
    await page.getByRole("dialog").getByRole("list").or(page.getByText(t("ui.folder.none"))).first().waitFor();
    await check(page, "folder-dialog");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t("ui.onboarding.later") }).click();
    await page.getByText(t("problem.no_model")).waitFor();
    await check(page, "home-no-model");
    await page.getByRole("button", { name: t("ui.ways.tour") }).click();
    const dock = page.getByRole("region", { name: t("ui.waits.name") });
    await dock.getByRole("button", { name: t("ui.waits.reject") }).click();
    await dock.getByRole("button", { name: t("ui.waits.reject_send"), exact: true }).click();
    await page.getByText(t("ui.tour.left")).waitFor();
    await check(page, "tour-end");
    await page.context().close();
    const stranger = await open(bare, { theme, language, address: bare.origin });
    await stranger.getByRole("heading", { name: t("ui.sign_in.title") }).waitFor();
    await check(stranger, "sign-in");
    await stranger.context().close();
  });
});

test("a question of the agent", async () => {
  const page = await open(engine);
  await page.getByRole("textbox", { name: "Message" }).fill("Ask me");
  await page.keyboard.press("Enter");
  await page.getByText("Which tests are to run?").first().waitFor();
  await look(page, "question", "light", "en");
  await page.context().close();
});

/** Nothing that is still being loaded. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await expect.poll(() => page.getByText(/^(Loading…|加载中…?|正在加载…?)$/).count()).toBe(0);
}

async function look(page: Page, view: string, theme: Theme, language: Language): Promise<void> {
  await expectAccessible(page, view);
  await picture(page, `${view}-${theme}-${language}-1280`);
  await page.setViewportSize(SMALL);
  await picture(page, `${view}-${theme}-${language}-1024`);
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(overflows, `${view} scrolls sideways`).toBe(false);
  await page.setViewportSize(WIDE);
}
