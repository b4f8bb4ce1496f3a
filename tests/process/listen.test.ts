import { afterAll, beforeAll, expect, test } from "vitest";
import { createNotifier, startListening } from "@/db/listen";
import { Hub } from "@/lib/platform/hub";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const LONG = { timeoutMs: 30_000 };
let database: TestDatabase;
const errors: unknown[] = [];
const onError = (error: unknown) => errors.push(error);

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

function listenInto(hub: Hub, origin?: string) {
  return startListening({ url: database.url, onTopic: (topic) => hub.wake(topic), onError, origin });
}

test("what one process publishes wakes those who wait in another", async () => {
  const hub = new Hub();
  const listener = listenInto(hub);
  await listener.ready;
  const notifier = createNotifier(database.url, onError);
  const woken = hub.wait(["case:1"], LONG);
  notifier.notify(["case:1"]);
  expect(await woken).toBe("published");
  await Promise.all([listener.close(), notifier.close()]);
});

test("one's own messages are left out, and tens of thousands of topics become one wake-up for all", async () => {
  const own = new Hub();
  const other = new Hub();
  const notifier = createNotifier(database.url, onError);
  const listeners = [listenInto(own, notifier.origin), listenInto(other)];
  await Promise.all(listeners.map((listener) => listener.ready));
  const here = own.wait(["unrelated"], { timeoutMs: 500 });
  const there = other.wait(["unrelated"], LONG);
  notifier.notify(Array.from({ length: 20_000 }, (_, i) => `case:00000000-0000-0000-0000-${i}`));
  expect(await there).toBe("published");
  expect(await here).toBe("timeout");
  await Promise.all([...listeners.map((listener) => listener.close()), notifier.close()]);
});

test("of thousands of topics at once each wakes those who wait for it, and nobody else", async () => {
  const hub = new Hub();
  const listener = listenInto(hub);
  await listener.ready;
  const notifier = createNotifier(database.url, onError);
  const topics = Array.from({ length: 2_000 }, (_, i) => `case:00000000-0000-0000-0000-${i}"\u00e9`);
  const unrelated = hub.wait(["unrelated"], LONG);
  const each = topics.map((topic) => hub.wait([topic], LONG));
  notifier.notify(topics);
  expect(await Promise.all(each)).toEqual(topics.map(() => "published"));
  expect(hub.size).toBe(1);
  hub.close();
  expect(await unrelated).toBe("closed");
  await Promise.all([listener.close(), notifier.close()]);
});

test("a lost connection comes back by itself and everything is read again", async () => {
  const hub = new Hub();
  const listener = listenInto(hub);
  await listener.ready;
  const woken = hub.wait(["anything"], LONG);
  await database.sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'errata listen' AND datname = current_database()`;
  expect(await woken).toBe("published");
  await listener.close();
});
