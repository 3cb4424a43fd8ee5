import { afterEach, expect, test } from "vitest";
import { chooseLanguage, problemText, t } from ".";
import { fill } from "./placeholder";

afterEach(() => chooseLanguage("en"));

// The same cases as crates/locale has.
test.each([
  ["{a}+{b}={a}", { a: "1", b: "2" }, "1+2=1"],
  ["{a} {missing}", { a: "x" }, "x {missing}"],
  ["{a}", { a: "{a}{b}", b: "never" }, "{a}{b}"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is no template
  ["${HOME}", { home: "x" }, "${HOME}"],
  ["{{a}}", { a: "x" }, "{x}"],
  ["你好，{名} {a}", { a: "世界" }, "你好，{名} 世界"],
  ["open { only {a}", { a: "x" }, "open { only x"],
])("fills %j", (template, params, expected) => {
  expect(fill(template, params as unknown as Record<string, string>)).toBe(expected);
});

test("a problem has its place in front and its hint behind", () => {
  const params = { file: "c.toml", line: "2", column: "1", key: "agnet.temperature", nearest: "agent.temperature" };
  expect(problemText(t, { code: "config_misspelled_key", params })).toEqual({
    message: "c.toml:2:1: unknown key `agnet.temperature`; it has no effect.",
    hint: "Did you mean `agent.temperature`?",
  });
});

test("a posture is called as its control is", async () => {
  const problem = { code: "asks_posture", params: { posture: "accept-edits" } };
  expect(problemText(t, problem).message).toContain("`Accept edits`");
  await chooseLanguage("zh-CN");
  expect(problemText(t, problem).message).not.toContain("accept");
});

test("what an earlier version kept has its former text", () => {
  const problem = { code: "asks_nested", params: { about: "`a` runs a text" } };
  expect(problemText(t, problem).message).toBe("Its text does not show what it would do (`a` runs a text).");
  const why = { code: "asks_nested", params: { about: "a", why: "runs_text" } };
  expect(problemText(t, why).message).toBe(
    "Its text does not show what it would do: `a` runs code that stands in its words.",
  );
});

test("a code without a text keeps its parameters", () => {
  expect(problemText(t, { code: "never_written", params: { key: "a" } }).message).toBe("problem.never_written (key=a)");
});

test("a hint of the terminal has another wording here", () => {
  expect(problemText(t, { code: "model_unauthorized", params: {} }).hint).toMatch(/settings/);
});

test("a message of the script's author has another wording here", async () => {
  await chooseLanguage("zh-CN");
  const { message, hint } = problemText(t, { code: "model_script", params: { message: "turn 2 expects FAIL" } });
  expect(message).not.toMatch(/[a-z]/i);
  expect(hint).toBe(t("ui.hint.model_script"));
});

test("the other language is loaded and shown", async () => {
  await chooseLanguage("zh-CN");
  expect(t("ui.common.close")).toBe("关闭");
  expect(document.documentElement.lang).toBe("zh-CN");
});

test.each([
  [{ expected: "array of strings", found: "array with integer" }, "应为字符串数组，实际是含有整数的数组"],
  [{ expected: "boolean", found: "#" }, "应为布尔值，实际是#"],
])("types of values are told in the language: %j", async (params, expected) => {
  await chooseLanguage("zh-CN");
  const problem = { code: "config_wrong_type", params: { key: "a", ...params } };
  expect(problemText(t, problem).message).toContain(expected);
});

test.each([
  ["Permission denied (os error 13)", "没有权限"],
  ["Something else (os error 7)", "Something else (os error 7)"],
  ["Permission denied", "Permission denied"],
])("what a system says of a failure: %s", async (reason, expected) => {
  await chooseLanguage("zh-CN");
  expect(problemText(t, { code: "never_written", params: { reason } }).message).toContain(`reason=${expected}`);
});

test("the word that makes a command unclear and what is odd about a path are told in words", () => {
  const inside = { code: "asks_nested", params: { about: "$(ls)", why: "substitution" } };
  expect(problemText(t, inside).message).toContain("`$(ls)` has another command inside");
  const somewhere = { code: "asks_nested", params: { why: "substitution" } };
  expect(problemText(t, somewhere).message).toContain("a command stands inside a word");
  const odd = { code: "asks_odd_path", params: { path: "/ws/a:b", form: "path_stream" } };
  expect(problemText(t, odd).message).toBe(
    "/ws/a:b may mean another file than it seems to. On Windows the name means a hidden part of a file.",
  );
  const former = { code: "asks_odd_path", params: { path: "/ws/a:b" } };
  expect(problemText(t, former).message).toBe("/ws/a:b may mean another file than it seems to.");
});
