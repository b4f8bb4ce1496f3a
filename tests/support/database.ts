import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createDatabase, type Database, type Sql } from "@/db/client";

export type TestDatabase = {
  url: string;
  sql: Sql;
  db: Database;
  /** Closes the pool and removes the database; call it in `afterAll`. */
  drop: () => Promise<void>;
};

/**
 * A database of this test file's own: a clone of the migrated template, or an empty one.
 * Fixtures shared between files once failed every fifth run elsewhere; a clone takes some 50 ms.
 */
export async function createTestDatabase(
  options: { empty?: boolean; encoding?: string } = {},
): Promise<TestDatabase> {
  const server = inject("database_server_url");
  const name = `errata_test_${randomBytes(6).toString("hex")}`;
  const template = options.empty ? "template0" : inject("template_database");
  const encoded = options.encoding ? `ENCODING '${options.encoding}' LOCALE_PROVIDER libc LOCALE 'C'` : "";
  await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY ${encoded}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { db, sql, close } = createDatabase({ url: url.href, max: 8 });
  return {
    url: url.href,
    sql,
    db,
    drop: async () => {
      await close();
      await asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const { sql, close } = createDatabase({ url, max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await close();
  }
}
