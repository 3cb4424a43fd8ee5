import { expect, test, vi } from "vitest";

test("without a choice the system's theme is shown, and followed", async () => {
  let changed = () => {};
  const system = { matches: true, addEventListener: (_: string, listener: () => void) => (changed = listener) };
  vi.stubGlobal("matchMedia", () => system);
  vi.resetModules();
  const { applyAppearance, setAppearance } = await import("./appearance");
  const { theme } = document.documentElement.dataset;
  expect(theme).toBeUndefined();
  applyAppearance();
  expect(document.documentElement.dataset.theme).toBe("dark");
  system.matches = false;
  changed();
  expect(document.documentElement.dataset.theme).toBe("light");
  setAppearance({ theme: "dark" });
  changed();
  expect(document.documentElement.dataset.theme).toBe("dark");
});
