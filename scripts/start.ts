import { buildIfStale } from "./build-if-stale";

/** `npm start`: builds what is missing, then runs the server in this very process. `--dev`: no build. */
const dev = process.argv.includes("--dev");

Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });

if (!dev) {
  await buildIfStale().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}

// Only now: React and Next choose their production or development halves when they are loaded.
const { main } = await import("../server");
await main({ dev });
