// Tests of the page in a real browser against the real engine.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/browser/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 },
});
