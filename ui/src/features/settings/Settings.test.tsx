import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeHost } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import { useAppearance } from "../../theme/appearance";
import Settings from "./Settings";

const EMPTY = { key: "", value: null, toml: null, origin: { from: "default" } } as const;

it("the pages are links, and the shown one is marked", async () => {
  fakeHost({});
  show(<Settings page="language" />);
  expect(screen.getByRole("link", { name: "Language" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("radio", { name: "中文" })).toBeVisible();
  await expectAccessible();
});

it("a page that does not exist is the first one", () => {
  fakeHost({});
  show(<Settings page="nonsense" />);
  expect(screen.getByRole("link", { name: "Models & keys" })).toHaveAttribute("aria-current", "page");
});

it("theme and text size take effect at once and are written", async () => {
  const host = fakeHost({ config_set: { file: "/h/config.toml", changed: true, before: EMPTY, now: EMPTY } });
  const { user } = show(<Settings page="appearance" />);
  await screen.findByText(/does not ask for reduced motion/);
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  await user.click(screen.getByRole("button", { name: "Larger text" }));
  expect(useAppearance.getState().textScale).toBe(1.05);
  expect(host.asked).toContainEqual(
    expect.objectContaining({
      command: "config_set",
      params: { key: "desktop.text_size", value: "105", layer: "user" },
    }),
  );
  await expectAccessible();
});

it("the doctor's checks say their level and what to do", async () => {
  const problem = { code: "config_no_model" };
  fakeHost({
    doctor: {
      checks: [
        { name: "version", level: "ok", found: "1.0.0" },
        { name: "model", level: "error", problem },
      ],
      config: [],
    },
  });
  show(<Settings page="doctor" />);
  expect(await screen.findByText("No model is configured.")).toBeVisible();
  expect(screen.getByText("none")).toBeVisible();
  expect(screen.getByText("error")).toBeInTheDocument();
  await expectAccessible();
});
