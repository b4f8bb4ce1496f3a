import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadOrder, LoadReport } from "./load-process";

/** Loads the server from another process; throws when not every item was accepted. */
export async function load(order: LoadOrder): Promise<LoadReport> {
  const child = fork(join(import.meta.dirname, "load-process.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the process that loads the server ended with ${code}`);
  });
  child.send(order);
  const [report] = (await Promise.race([once(child, "message"), ended])) as [LoadReport];
  ended.catch(() => {});
  return report;
}
