import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  // Next wants `jsx: preserve` or its own runtime in tsconfig; tests render with React's.
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    environment: "node",
    include: ["tests/**/*.test.{ts,tsx}", "{domain,lib,components,db,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: "./tests/support/global-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    // Real servers and a real browser on a busy two-core machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    env: { NODE_ENV: "test", TZ: "UTC" },
  },
});
