import { connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type DatabaseHandle } from "@/db/client";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { createTestDatabase, type TestDatabase } from "../support/database";

/**
 * A connection that dies inside a transaction. Without `patches/postgres+3.4.9.patch` the first of these ends
 * the whole process by an uncaught exception, and the pool never gets the connection back.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table written (who text not null)`;
});
afterAll(() => database.drop());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** Kills whoever runs this statement, as soon as somebody does. */
async function killRunning(statement: string): Promise<void> {
  for (;;) {
    const killed = await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and query like ${`%${statement}%`} and pid <> pg_backend_pid()`;
    if (killed.length > 0) return;
  }
}

async function isWhole(handle: DatabaseHandle, connections: number): Promise<void> {
  const all = Array.from({ length: connections * 3 }, () =>
    handle.db.transaction((tx) => tx.execute(sql`select 1 as one`)),
  );
  for (const rows of await Promise.all(all)) expect(rows).toEqual([{ one: 1 }]);
}

test("a backend killed in the middle of a transaction fails that transaction and nothing else", async () => {
  const handle = createDatabase({ url: database.url, max: 2 });
  for (let round = 0; round < 6; round += 1) {
    const running = failureOf(
      handle.db.transaction(async (tx) => {
        await tx.execute(sql`insert into written values ('killed')`);
        await Promise.all([tx.execute(sql`select pg_sleep(30)`), tx.execute(sql`select 2`)]);
      }),
    );
    await killRunning("pg_sleep");
    expect(isDatabaseUnavailable(await running)).toBe(true);
  }
  await isWhole(handle, 2);
  expect(await database.sql`select * from written`).toEqual([]);
  await handle.close();
});

test("what a dead transaction still sends reaches no other transaction on the same connection", async () => {
  const handle = createDatabase({ url: database.url, max: 1 });
  const gate = deferred<void>();
  const pid = deferred<number>();
  const dead = failureOf(
    handle.db.transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      pid.resolve(row?.pid ?? 0);
      await gate.promise;
      await tx.execute(sql`insert into written values ('dead')`);
    }),
  );
  await database.sql`select pg_terminate_backend(${await pid.promise})`;
  expect(isDatabaseUnavailable(await dead)).toBe(true);
  const living = handle.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    gate.resolve();
    for (let turn = 0; turn < 5; turn += 1) await tx.execute(sql`select 1`);
    throw new Error("rolled back");
  });
  await expect(living).rejects.toThrow("rolled back");
  expect(await database.sql`select * from written`).toEqual([]);
  await isWhole(handle, 1);
  await handle.close();
});

test("a connection that is reset in the middle is given up, and the pool goes on", async () => {
  const { port, reset, close } = await proxyTo(new URL(database.url));
  const url = new URL(database.url);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const handle = createDatabase({ url: url.href, max: 1 });
  for (let round = 0; round < 3; round += 1) {
    const running = failureOf(handle.db.transaction((tx) => tx.execute(sql`select pg_sleep(30) as reset`)));
    for (;;) {
      const asleep =
        await database.sql`select 1 from pg_stat_activity where query like '%as reset%' and state = 'active' and pid <> pg_backend_pid()`;
      if (asleep.length > 0) break;
    }
    reset();
    expect(isDatabaseUnavailable(await running)).toBe(true);
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%as reset%' and pid <> pg_backend_pid()`;
    await isWhole(handle, 1);
  }
  await handle.close();
  await close();
});

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function proxyTo({ hostname, port }: URL) {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    clients.add(client);
    for (const socket of [client, upstream]) socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? address?.port : 0,
    reset: () => {
      for (const client of clients) client.resetAndDestroy();
      clients.clear();
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
