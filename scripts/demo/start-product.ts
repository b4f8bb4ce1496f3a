import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DemoState } from "./demo-state";

export type Product = {
  url: string;
  /** Resolves with the exit code when the product has ended, for whatever reason. */
  ended: Promise<number>;
  /** Asks it to stop in order, and waits. */
  stop: () => Promise<void>;
};

const POLL_MS = 250;

/** What the product is started with: its own database, whatever the shell says about a real one. */
export function environmentOf(state: DemoState, folder: string, env: NodeJS.ProcessEnv) {
  return {
    ...env,
    DATABASE_URL: "",
    ERRATA_DATA_DIR: join(folder, state.database),
    ERRATA_BOOTSTRAP_KEY: state.key,
    ERRATA_ADMIN_EMAIL: state.admin_email,
    ERRATA_ADMIN_PASSWORD: state.admin_password,
    ERRATA_DEMO: "1",
  };
}

/** Ready, and the one we started: whoever else listens there does not know the key. */
async function isReady(url: string, key: string): Promise<boolean> {
  for (const path of ["/readyz", "/api/v1/session"]) {
    const init = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(5000) };
    const response = await fetch(url + path, init).catch(() => null);
    await response?.body?.cancel();
    if (!response?.ok) return false;
  }
  return true;
}

async function stopChild(child: ChildProcess, ended: Promise<number>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  await ended;
}

/**
 * Starts the product as `npm start` does, in a process of its own: the simulation is then a client like any
 * other, and has the second core. Its output stays visible; the promise resolves when it is ready.
 */
export async function startProduct(
  root: string,
  folder: string,
  state: DemoState,
  signal: AbortSignal,
): Promise<Product> {
  const env = environmentOf(state, folder, process.env);
  const child = spawn(process.execPath, ["--import", "tsx", join(root, "scripts", "start.ts")], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  const ended = once(child, "exit").then(([code]) => (typeof code === "number" ? code : 1));
  const url = `http://localhost:${process.env.PORT || 3000}${process.env.ERRATA_BASE_PATH ?? ""}`;
  const product = { url, ended, stop: () => stopChild(child, ended) };
  let running = true;
  ended.then(() => (running = false));
  while (running && !signal.aborted) {
    if (await isReady(url, state.key)) return product;
    await delay(POLL_MS);
  }
  return product;
}
