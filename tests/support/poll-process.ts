import { connect } from "node:net";

/** What to hold: one connection each, which first asks without waiting, so that it is open and known. */
export type PollOrder = { url: string; key: string; queries: string[]; wait_seconds: number };
export type PollAnswer = { status: number; body: Record<string, unknown>; answered_at: number };
export type PollReport = { kind: "held" } | { kind: "answered"; answers: PollAnswer[] };

/** So many connect at once: more would overflow the kernel's queue and be tried again a second later. */
const CONNECTING_AT_ONCE = 200;

/**
 * A process of its own that holds thousands of long polls, so that neither its memory nor its turns count as
 * the server's. Plain sockets: a client's machinery would be the larger part of what is measured.
 */
process.on("message", (order: PollOrder) => {
  run(order).then(
    () => process.disconnect?.(),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(order: PollOrder): Promise<void> {
  const polls: Promise<PollAnswer>[] = [];
  const left = order.queries.entries();
  await Promise.all(
    Array.from({ length: CONNECTING_AT_ONCE }, async () => {
      for (const [index, query] of left) {
        const ask = openConnection(order);
        await ask(`${query}&wait_seconds=0`);
        polls[index] = ask(`${query}&wait_seconds=${order.wait_seconds}`);
      }
    }),
  );
  await report({ kind: "held" });
  await report({ kind: "answered", answers: await Promise.all(polls) });
}

/** Resolves when it is written: an exit right after `send` would cut a large report short. */
function report(message: PollReport): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

function openConnection({ url, key }: PollOrder): (query: string) => Promise<PollAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  let received = "";
  let settle: { resolve: (answer: PollAnswer) => void; reject: (error: Error) => void } | null = null;
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    received += chunk;
    const answer = wholeAnswer(received);
    if (answer === null) return;
    received = "";
    settle?.resolve(answer);
  });
  socket.on("error", (error) => settle?.reject(error));
  socket.on("close", () => settle?.reject(new Error(`the connection ended: ${received.slice(0, 200)}`)));
  return (query) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      const head = `GET /api/v1/verdicts?${query} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`;
      socket.write(`${head}authorization: Bearer ${key}\r\naccept: application/json\r\n\r\n`);
    });
}

/** Answers of the doors are one piece with its length. */
function wholeAnswer(received: string): PollAnswer | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const length = Number(/^content-length: (\d+)$/im.exec(received.slice(0, end))?.[1] ?? Number.NaN);
  const body = received.slice(end + 4);
  if (Buffer.byteLength(body) < length) return null;
  return { status: Number(received.slice(9, 12)), body: JSON.parse(body), answered_at: Date.now() };
}
