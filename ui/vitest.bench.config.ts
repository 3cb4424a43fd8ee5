// Figures of the page in a real browser against the real engine; `cargo xtask bench desktop` runs it.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/bench/*.measure.ts"], testTimeout: 240_000, hookTimeout: 60_000, bail: 1 },
});
