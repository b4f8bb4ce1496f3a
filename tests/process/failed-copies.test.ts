import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "@/db/client";
import { canCopy, copyLines } from "@/db/driver";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { createTestDatabase, type TestDatabase } from "../support/database";

/** What becomes of a COPY that fails. Without `patches/postgres+3.4.9.patch` each of these waits for ever. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table copied (id int primary key, word text)`;
});
afterAll(() => database.drop());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("the driver is patched, so that copies can be made", () => {
  expect(canCopy).toBe(true);
});

test("a copy that fails tells why, leaves nothing, and the transaction around its savepoint goes on", async () => {
  const handle = createDatabase({ url: database.url, max: 1 });
  const many = Array.from({ length: 20_000 }, (_, index) => `${index + 10}\tword\n`).join("");
  for (const lines of [
    "1\tone\n1\tagain\n",
    `1\tone\n1\tagain\n${many}`,
    "x\tno number\n",
    `x\tno\n${many}`,
  ]) {
    const failure = await handle.db.transaction(async (tx) => {
      await tx.execute(sql`insert into copied values (2, 'before')`);
      const failed = await failureOf(tx.transaction((inner) => copyLines(inner, "copied", lines)));
      await tx.execute(sql`insert into copied values (3, 'after')`);
      return failed;
    });
    expect(failure).toMatchObject({ code: lines.startsWith("x") ? "22P02" : "23505" });
    expect(await database.sql`delete from copied returning id`).toMatchObject([{ id: 2 }, { id: 3 }]);
  }
  await handle.close();
});

test("a copy whose backend is killed fails its transaction and nothing else", async () => {
  const handle = createDatabase({ url: database.url, max: 1 });
  const holder = createDatabase({ url: database.url, max: 1 });
  await holder.db.transaction(async (held) => {
    await held.execute(sql`insert into copied values (7, 'held')`);
    const waiting = failureOf(handle.db.transaction((tx) => copyLines(tx, "copied", "7\twaits\n")));
    for (let killed = 0; killed === 0; ) {
      const rows = await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'copy copied%' and wait_event_type = 'Lock'`;
      killed = rows.length;
    }
    expect(isDatabaseUnavailable(await waiting)).toBe(true);
  });
  for (let round = 0; round < 4; round += 1)
    expect(await handle.db.transaction((tx) => tx.execute(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  await handle.close();
  await holder.close();
});
