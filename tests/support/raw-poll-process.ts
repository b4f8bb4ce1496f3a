import { createServer, type ServerResponse } from "node:http";

/** What this process is told. */
export type RawOrder = "answer";

/** As long as ours, so that the same is sent. */
const ANSWER = JSON.stringify({ state: "settled", padding: "x".repeat(330) });

/** A bare Node server that holds what asks to wait, until it is told to answer; nothing can be faster on Node. */
const held: ServerResponse[] = [];

const server = createServer((req, res) => {
  res.setHeader("content-type", "application/json");
  if (req.url?.includes("wait_seconds=0")) res.end(ANSWER);
  else held.push(res);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.on("message", () => {
  for (const res of held) res.end(ANSWER);
});
