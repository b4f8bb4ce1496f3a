import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createTestFolder } from "@/tests/support/folder";

let database: TestDatabase;
let folder: ReturnType<typeof createTestFolder>;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = createTestFolder();
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

/** A folder as drizzle-kit writes it, of these statements, one migration each. */
function migrations(name: string, statements: Record<number, string>): string {
  const path = join(folder.path, name);
  mkdirSync(join(path, "meta"), { recursive: true });
  const entries = Object.entries(statements).map(([when, statement], idx) => {
    writeFileSync(join(path, `${when}.sql`), statement);
    return { idx, version: "7", when: Number(when), tag: when, breakpoints: true };
  });
  writeFileSync(
    join(path, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  return path;
}

const ONE = { 1000: "CREATE TABLE one (id int)" };
const TWO = { ...ONE, 2000: "CREATE TABLE two (id int)" };

test("five processes at once: each statement runs once", async () => {
  const migrationsFolder = migrations("two", TWO);
  const run = () => migrateDatabase({ url: database.url, migrationsFolder });
  const applied = await Promise.all([run(), run(), run(), run(), run()]);
  expect(applied.sort()).toEqual([0, 0, 0, 0, 2]);
});

test("one that breaks leaves nothing behind, and the next start finishes", async () => {
  const broken = migrations("broken", { ...ONE, 2000: "CREATE TABLE two (id int); SELECT 1 / 0" });
  await expect(migrateDatabase({ url: database.url, migrationsFolder: broken })).rejects.toThrow();
  const [left] = await database.sql`SELECT to_regclass('one') AS one, to_regclass('two') AS two`;
  expect(left).toEqual({ one: null, two: null });
  const repaired = migrations("repaired", TWO);
  expect(await migrateDatabase({ url: database.url, migrationsFolder: repaired })).toBe(2);
});

test("a database newer than the program is refused in one line and left as it is", async () => {
  await migrateDatabase({ url: database.url, migrationsFolder: migrations("two", TWO) });
  const older = migrations("one", ONE);
  await expect(migrateDatabase({ url: database.url, migrationsFolder: older })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^The database is newer than this program .* start the newer version/),
  });
});

test("a database of another build is refused", async () => {
  await migrateDatabase({ url: database.url, migrationsFolder: migrations("two", TWO) });
  const other = migrations("other", { 1500: "CREATE TABLE other (id int)", 3000: "SELECT 1" });
  await expect(migrateDatabase({ url: database.url, migrationsFolder: other })).rejects.toThrow(
    /another build/,
  );
});

test("a database whose encoding cannot hold every text is refused in one line, and left empty", async () => {
  const latin = await createTestDatabase({ empty: true, encoding: "LATIN1" });
  await expect(migrateDatabase({ url: latin.url })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^The database's encoding is LATIN1; .* ENCODING 'UTF8'/),
  });
  expect(await latin.sql`SELECT 1 FROM pg_namespace WHERE nspname = 'drizzle'`).toHaveLength(0);
  await latin.drop();
});
