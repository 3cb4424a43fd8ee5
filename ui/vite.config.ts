// How the page is built and tested. Paths are relative, so that the desktop and the server can both serve it.

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { texts } from "./build/texts.ts";

export default defineConfig({
  base: "./",
  plugins: [react(), texts()],
  build: {
    target: "es2022",
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    benchmark: { include: ["src/**/*.bench.ts"] },
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
