// How the page is built and tested. Paths are relative, so that the desktop and the server can both serve it.

import react from "@vitejs/plugin-react";
import type { ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";
import { texts } from "./build/texts.ts";

/** `npm run dev` against a program that serves: its address is in REASONIX_URL, as in http://127.0.0.1:8787. */
const served = process.env.REASONIX_URL;
const proxy: Record<string, ProxyOptions> = served
  ? { "/api": { target: served, changeOrigin: true, headers: { origin: served } } }
  : {};

export default defineConfig({
  base: "./",
  server: { proxy },
  preview: { proxy },
  plugins: [react(), texts()],
  worker: { format: "es" },
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
    // Machines that build beside it are slow.
    testTimeout: 20_000,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
