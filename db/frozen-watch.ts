import type { Socket } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

/** Between two questions, and how long an answer may take, in ms: who waits for a frozen database hears of it in 15 s. */
const ASK_EVERY_MS = 5_000;
const ANSWER_MS = 10_000;
const ASK_AGAIN_MS = 1_000;

export type FrozenWatch = {
  /** Ends this connection once the database no longer answers. */
  watch: (socket: Socket) => Socket;
  close: () => Promise<void>;
};

/**
 * Asks the database now and then, on a connection of its own, whether it still answers. One that takes connections and
 * answers nothing (a stopped process, a hung disk, a network that drops in silence) would hold every request for ever:
 * its own `statement_timeout` cannot fire, and a limit for each statement would end long ones that are only long.
 * Without an answer every watched connection is ended, and new ones at once, until it answers again.
 */
export function watchForFrozen(ask: () => Promise<unknown>): FrozenWatch {
  const stop = new AbortController();
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const end = (socket: Socket) => socket.destroy(noAnswer());

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      isFrozen = sockets.size > 0 && !(await answers(ask, stop.signal));
      if (isFrozen) for (const socket of sockets) end(socket);
      await pause(isFrozen ? ASK_AGAIN_MS : ASK_EVERY_MS, undefined, { signal: stop.signal, ref: false });
    }
  }
  const looping = loop().catch(() => {});

  return {
    watch: (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // Not before the driver hears of it.
      if (isFrozen) setImmediate(end, socket);
      return socket;
    },
    close: async () => {
      stop.abort();
      await looping;
    },
  };
}

/** Whether it answers in time, be it with a failure: what cannot be reached fails every connection by itself. */
async function answers(ask: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  let hasAnswered = false;
  const asked = ask().then(
    () => {
      hasAnswered = true;
    },
    (error: unknown) => {
      hasAnswered = !isTimeout(error);
    },
  );
  await Promise.race([asked, pause(ANSWER_MS, undefined, { signal, ref: false })]);
  // When this process was busy itself, the answer may be there and unread.
  if (!hasAnswered) await turn();
  return hasAnswered;
}

function isTimeout(error: unknown): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, "code") === "CONNECT_TIMEOUT";
}

function noAnswer(): Error {
  return Object.assign(new Error("The database takes connections and does not answer."), {
    code: "ETIMEDOUT",
    syscall: "read",
  });
}
