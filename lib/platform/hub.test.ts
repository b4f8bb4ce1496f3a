import { expect, test } from "vitest";
import { EVERYTHING, Hub } from "./hub";

const LONG = { timeoutMs: 60_000 };

test("a publication between asking and awaiting is not lost", async () => {
  const hub = new Hub();
  const woken = hub.wait(["case:1"], LONG);
  hub.publish("case:1");
  expect(await woken).toBe("published");
});

test("any one of several topics wakes, others do not", async () => {
  const hub = new Hub();
  const both = hub.wait(["a", "b"], LONG);
  const other = hub.wait(["c"], { timeoutMs: 5 });
  hub.publish("b");
  expect(await both).toBe("published");
  expect(await other).toBe("timeout");
  expect(hub.size).toBe(0);
});

test("the wildcard wakes everyone", async () => {
  const hub = new Hub();
  const all = Promise.all([hub.wait(["a"], LONG), hub.wait(["b"], LONG)]);
  hub.publish(EVERYTHING);
  expect(await all).toEqual(["published", "published"]);
});

test("an abort ends the wait and leaves nothing behind", async () => {
  const hub = new Hub();
  const gone = new AbortController();
  const woken = hub.wait(["a"], { ...LONG, signal: gone.signal });
  gone.abort();
  expect(await woken).toBe("aborted");
  expect(hub.size).toBe(0);
  expect(await hub.wait(["a"], { ...LONG, signal: gone.signal })).toBe("aborted");
});

test("closing ends every wait, also those that come later", async () => {
  const hub = new Hub();
  const woken = hub.wait(["a"], LONG);
  hub.close();
  expect(await woken).toBe("closed");
  expect(await hub.wait(["a"], LONG)).toBe("closed");
  expect(hub.closing.aborted).toBe(true);
});

test("ten thousand waiters on their own topics are each woken once", async () => {
  const hub = new Hub();
  const waits = Array.from({ length: 10_000 }, (_, i) => hub.wait([`case:${i}`, "all"], LONG));
  hub.publish("case:77");
  expect(await waits[77]).toBe("published");
  expect(hub.size).toBe(10_000);
  hub.publish("all");
  expect(new Set(await Promise.all(waits))).toEqual(new Set(["published"]));
  expect(hub.size).toBe(0);
});
