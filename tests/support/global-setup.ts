import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import { migrationsExist } from "./migrations";
import { bundleServer } from "./server-bundle";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's connection to the server that every test file clones its database on. */
    database_server_url: string;
    template_database: string;
  }
}

/** One PostgreSQL for the whole run, with one migrated template database, and the server in one file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, bundle] = await Promise.all([databaseServer(), bundleServer()]);
  const template = `errata_template_${process.pid}`;
  await withAdmin(server.url, `CREATE DATABASE ${template}`);
  if (migrationsExist()) await migrateDatabase({ url: withDatabase(server.url, template) });
  project.provide("database_server_url", server.url);
  project.provide("template_database", template);
  // By the environment, which the processes of the tests inherit: `npm run bench` starts servers too, without them.
  process.env.ERRATA_TEST_SERVER_FILE = bundle.file;
  return async () => {
    bundle.remove();
    await withAdmin(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
}

async function databaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.ERRATA_TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), "errata-tests-"));
  // As root the server runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({
    dataDir,
    log: (line) => console.log(line),
    // This database is thrown away: nothing is lost by not waiting for the disk.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function withAdmin(url: string, statement: string): Promise<void> {
  const { sql, close } = createDatabase({ url, max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await close();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
