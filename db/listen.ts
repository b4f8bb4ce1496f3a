import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createDatabase, type DatabaseHandle, type Sql } from "@/db/client";

const CHANNEL = "errata";

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const PAYLOAD_BYTES = 7_900;

/** Stands for "anything may have changed". */
const EVERYTHING = "*";

export type ListenOptions = {
  /** A direct connection: LISTEN does not survive a transaction pooler. */
  url: string;
  /** Called for each topic another process published; `*` when some may have been missed. */
  onTopic: (topic: string) => void;
  onError: (error: unknown) => void;
  /** Messages that carry this origin are our own and already known here. */
  origin?: string;
};

export type Listener = { ready: Promise<void>; close: () => Promise<void> };

/**
 * Listens on one connection of its own and comes back by itself when it is lost. The row is the truth and
 * this a hint: after every reconnection `*` says that everything should be read again.
 */
export function startListening(options: ListenOptions): Listener {
  const stop = new AbortController();
  let announceReady = () => {};
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve;
  });
  const stopped = aborted(stop.signal);
  const loop = (async () => {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      const session = openSession(options);
      try {
        await session.handle.sql.unsafe(`LISTEN ${CHANNEL}`);
        announceReady();
        options.onTopic(EVERYTHING);
        failures = 0;
        await Promise.race([session.lost, stopped, heartbeat(session.handle.sql, stop.signal)]);
      } catch (error) {
        if (!stop.signal.aborted) options.onError(error);
      }
      await session.handle.close(0).catch(() => {});
      const delay = Math.min(100 * 2 ** failures, 5_000);
      await pause(delay, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    ready,
    close: async () => {
      stop.abort();
      await loop;
    },
  };
}

function openSession(options: ListenOptions): { handle: DatabaseHandle; lost: Promise<void> } {
  let announceLoss = () => {};
  const lost = new Promise<void>((resolve) => {
    announceLoss = resolve;
  });
  const handle = createDatabase({
    url: options.url,
    max: 1,
    prepare: false,
    applicationName: "errata listen",
    keepOpen: true,
    onClose: () => announceLoss(),
    onNotify: (payload) => {
      for (const topic of parsePayload(payload, options.origin)) options.onTopic(topic);
    },
  });
  return { handle, lost };
}

/** A connection that a firewall dropped in silence looks open for ever; asking tells. */
async function heartbeat(sql: Sql, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(20_000, undefined, { signal });
    const answer = sql`SELECT 1`;
    const late = pause(10_000, "late", { signal, ref: false });
    if ((await Promise.race([answer, late])) === "late") throw new Error("The listening connection is dead.");
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function parsePayload(payload: string, origin: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(payload);
    if (!Array.isArray(value) || !value.every((topic) => typeof topic === "string")) return [EVERYTHING];
    if (origin !== undefined && value[0] === originTopic(origin)) return [];
    return value.filter((topic) => !topic.startsWith("from:"));
  } catch {
    // Someone else's payload on our channel still may mean that something changed.
    return [EVERYTHING];
  }
}

export type Notifier = {
  /** Who sends: give it to `startListening` to leave out our own messages. */
  origin: string;
  /** Tells other processes, soon. Call it after the commit, never inside the transaction. */
  notify: (topics: readonly string[]) => void;
  /** Sends what is left and closes. */
  close: () => Promise<void>;
};

/**
 * Sends hints on a connection of its own: inside the ingest transaction NOTIFY takes a lock on the whole
 * cluster and cost 60% of the commits a second. Everything said while one message is under way goes into
 * the next one. Errors are only reported: who waits looks again by itself.
 */
export function createNotifier(url: string, onError: (error: unknown) => void): Notifier {
  const origin = randomUUID();
  const { sql, close } = createDatabase({ url, max: 1, prepare: false, applicationName: "errata notify" });
  const waiting = new Set<string>();
  let sending: Promise<void> | null = null;

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const payloads = splitPayloads([...waiting], origin);
      waiting.clear();
      await sql`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`.catch(
        onError,
      );
    }
    sending = null;
  }

  return {
    origin,
    notify: (topics) => {
      for (const topic of topics) waiting.add(topic);
      // A turn later, so that all verdicts and events of one flush share a message.
      sending ??= new Promise((resolve) => setImmediate(resolve)).then(send);
    },
    close: async () => {
      await sending;
      await close(1);
    },
  };
}

/**
 * A bulk action says some thousands of topics in a second, and thousands of waiters in another process have to hear
 * of theirs only: reading everything again costs each of them a query. Beyond this many messages, about 10,000
 * topics, the list is dearer.
 */
const MOST_PAYLOADS = 64;

function splitPayloads(topics: string[], origin: string): string[] {
  const from = JSON.stringify(originTopic(origin));
  const payloads: string[] = [];
  let current = [from];
  let bytes = Buffer.byteLength(from);
  for (const topic of topics) {
    const text = JSON.stringify(topic);
    const more = Buffer.byteLength(text) + 1;
    // Two brackets stand around them.
    if (bytes + more + 2 > PAYLOAD_BYTES) {
      payloads.push(`[${current.join(",")}]`);
      current = [from];
      bytes = Buffer.byteLength(from);
    }
    current.push(text);
    bytes += more;
  }
  payloads.push(`[${current.join(",")}]`);
  return payloads.length > MOST_PAYLOADS ? [JSON.stringify([originTopic(origin), EVERYTHING])] : payloads;
}

function originTopic(origin: string): string {
  return `from:${origin}`;
}
