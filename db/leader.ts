import { setTimeout as pause } from "node:timers/promises";
import { createDatabase } from "@/db/client";

export type LeaderOptions = {
  /** A direct connection: a session lock does not survive a transaction pooler. */
  url: string;
  /** Names the office; whoever holds its lock leads. */
  lock: bigint;
  /** Seconds between two attempts to be elected. */
  retrySeconds: number;
  /** Runs while this process leads; the signal aborts when it no longer does. */
  lead: (signal: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Stands for election until closed. The lock belongs to a connection, so that a leader that dies, or loses
 * the database, has resigned without having to say so.
 */
export function standForElection(options: LeaderOptions): { close: () => Promise<void> } {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await oneTerm(options, stop.signal).catch(options.onError);
      await pause(options.retrySeconds * 1000, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    close: async () => {
      stop.abort();
      await loop;
    },
  };
}

async function oneTerm(options: LeaderOptions, stop: AbortSignal): Promise<void> {
  const term = new AbortController();
  const resign = () => term.abort();
  stop.addEventListener("abort", resign);
  const { sql, close } = createDatabase({
    url: options.url,
    max: 1,
    prepare: false,
    applicationName: "errata duties",
    keepOpen: true,
    onClose: resign,
  });
  try {
    const [row] = await sql<{ held: boolean }[]>`
      SELECT pg_try_advisory_lock(${options.lock.toString()}::bigint) AS held`;
    if (row?.held) await options.lead(term.signal);
  } finally {
    stop.removeEventListener("abort", resign);
    await close(1).catch(() => {});
  }
}
