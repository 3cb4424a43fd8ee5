import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ConfigValue } from "../bindings/protocol";
import { take } from "../data/signals";
import { chooseLanguage, chosenLanguage } from "../i18n";
import { LanguageChoice } from "../parts/look/LanguageChoice";
import { ABOUT, fakeHost } from "../test/fake-host";
import { show } from "../test/show";
import { useConfiguredLook } from "./desktop-settings";

afterEach(async () => {
  localStorage.clear();
  await chooseLanguage("en");
});

function Shell() {
  useConfiguredLook();
  return <LanguageChoice />;
}

const row = (value: string): ConfigValue => ({
  key: "language",
  value,
  toml: null,
  origin: value === "auto" ? { from: "default" } : { from: "user", file: "/h/config.toml", line: 1 },
});
const answers = (language: string, configured: string, exposed = ABOUT.exposed) => ({
  about: { ...ABOUT, language, exposed },
  config_show: { values: [row(configured)], problems: [] } as never,
});
const isShown = (language: string) => waitFor(() => expect(document.documentElement.lang).toBe(language));

test("a language that is set elsewhere is shown here, and is the choice here", async () => {
  const host = fakeHost(answers("en", "en"));
  show(<Shell />);
  await isShown("en");
  host.answer(answers("zh-CN", "zh"));
  act(() => take({ type: "config_changed", workspace: null } as never));
  await isShown("zh-CN");
  await waitFor(() => expect(screen.getByRole("radio", { name: "中文" })).toBeChecked());

  host.answer(answers("en", "auto"));
  act(() => take({ type: "config_changed", workspace: null } as never));
  await isShown("en");
  expect(chosenLanguage()).toBe("auto");
});

test("what the configuration names no more is forgotten, at another start too", async () => {
  fakeHost(answers("zh-CN", "zh"));
  const { unmount } = show(<Shell />);
  await isShown("zh-CN");
  unmount();
  fakeHost(answers("en", "auto"));
  show(<Shell />);
  await isShown("en");
});

test("the language of a project is not that of the page", async () => {
  const host = fakeHost(answers("en", "zh"));
  const values = [{ ...row("zh"), origin: { from: "project", file: "/p/config.toml", line: 1 } }];
  host.answer({ config_show: { values, problems: [] } as never });
  show(<Shell />);
  await waitFor(() => expect(host.asked.map(({ command }) => command)).toContain("config_show"));
  await act(async () => {});
  expect(document.documentElement.lang).toBe("en");
});

test("a choice of this browser is not undone by a default", async () => {
  await chooseLanguage("zh-CN");
  const host = fakeHost(answers("en", "auto"));
  show(<Shell />);
  await waitFor(() => expect(host.asked.map(({ command }) => command)).toContain("config_show"));
  await act(async () => {});
  expect(document.documentElement.lang).toBe("zh-CN");
  expect(chosenLanguage()).toBe("zh-CN");
});

test("a choice of this browser stays where the configuration may not be written from here", async () => {
  await chooseLanguage("zh-CN");
  const host = fakeHost(answers("en", "en", []));
  show(<Shell />);
  await waitFor(() => expect(host.asked.map(({ command }) => command)).toContain("config_show"));
  await act(async () => {});
  expect(document.documentElement.lang).toBe("zh-CN");
  expect(chosenLanguage()).toBe("zh-CN");
});
