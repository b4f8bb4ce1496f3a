import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { SpreadSequencer } from "./tests/support/spread-sequencer";

const BESIDE = "{domain,lib,components,db,scripts}/**/*.test.{ts,tsx}";

/** Tests beside their file which change something of their process, and so want one of their own. */
const ALONE = ["lib/client/fetcher.test.ts"];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  // Next wants `jsx: preserve` or its own runtime in tsconfig; tests render with React's.
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    environment: "node",
    pool: "forks",
    // On two cores, two took 713 s for 1,000 s of the processor: much of what is tested waits until a patience ends.
    maxWorkers: 3,
    // Real servers and a real browser on a busy machine: the end is for what never comes, not for who is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 120_000,
    // What is waited for comes at once on an idle machine; the end is for what never comes.
    expect: { poll: { timeout: 60_000 } },
    env: { NODE_ENV: "test", TZ: "UTC" },
    sequence: { sequencer: SpreadSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: "beside",
          include: [BESIDE],
          exclude: ALONE,
          setupFiles: "./tests/support/fixed-seed.ts",
          // They need no database and leave nothing behind: a process for each took three quarters of their time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "world",
          include: ["tests/**/*.test.{ts,tsx}"],
          globalSetup: "./tests/support/global-setup.ts",
          // Each file has a database of its own and closes what it opened; to import all anew took a third of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
