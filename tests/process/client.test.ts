import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

test("sessions speak UTC and keep microseconds as text", async () => {
  const { sql } = database;
  const [row] = await sql<{ zone: string; at: string }[]>`
    SELECT current_setting('TimeZone') AS zone, '2026-11-15T01:34:38.350360+01:00'::timestamptz AS at`;
  expect(row).toEqual({ zone: "UTC", at: "2026-11-15 00:34:38.35036+00" });
});

test("sessions write times as ISO, whatever the database's owner set", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.sql.unsafe(`ALTER DATABASE ${name} SET datestyle = 'German, DMY'`);
  await database.sql.unsafe(`ALTER DATABASE ${name} SET timezone = 'Asia/Kathmandu'`);
  await database.sql.unsafe(`ALTER DATABASE ${name} SET standard_conforming_strings = off`);
  const { createDatabase } = await import("@/db/client");
  const later = createDatabase({ url: database.url, max: 1 });
  const [row] = await later.sql`SELECT '2026-11-15T01:34:38Z'::timestamptz AS at, 'C:\\x' AS path`;
  expect(row).toEqual({ at: "2026-11-15 01:34:38+00", path: "C:\\x" });
  await later.close();
});

test("a failed connection rejects the query and gives its place in the pool back", async () => {
  const { createDatabase } = await import("@/db/client");
  const nobody = createDatabase({ url: "postgres://errata:x@127.0.0.1:1/errata", max: 1 });
  for (let i = 0; i < 3; i += 1) {
    await expect(nobody.sql`SELECT 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
  }
  await nobody.close();
});
