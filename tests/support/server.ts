import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../..");

export type TestServerOptions = {
  /** Without one the server starts its embedded database in `env.ERRATA_DATA_DIR`. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** False leaves Next out and needs no build: only the doors of `mounts.ts` answer. */
  pages?: boolean;
  /** True starts it as an operator does, which takes seconds longer. */
  source?: boolean;
};

export type TestServer = {
  url: string;
  /** A key with every scope. */
  key: string;
  pid: number;
  /** Every line it has written so far. */
  output: () => string;
  /** Stops it in order; the exit code. */
  stop: () => Promise<number | null>;
  /** `kill -9`. */
  kill: () => Promise<void>;
};

/** Starts the real server as a process of its own on a free port and waits until it is ready. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const pages = options.pages ?? true;
  if (pages && !existsSync(join(ROOT, ".next", "BUILD_ID"))) {
    throw new Error("The pages are not built: run `npm test`, or `npx next build` once.");
  }
  const key = `test_${randomBytes(24).toString("base64url")}`;
  const env = {
    ERRATA_BOOTSTRAP_KEY: key,
    ...(pages ? {} : { ERRATA_ROLE: "ingest" }),
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...options.env,
  };
  const run = spawnServer(env, { source: options.source });
  const line = await run.untilLine(/Errata is listening on /);
  return {
    url: line.replace(/^.*listening on /, "").trim(),
    key,
    pid: run.child.pid ?? 0,
    output: run.output,
    stop: () => end(run.child, "SIGTERM"),
    kill: async () => void (await end(run.child, "SIGKILL")),
  };
}

export type ServerRun = {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the first line that matches; rejects with all output when the process ends before. */
  untilLine: (pattern: RegExp) => Promise<string>;
  exited: Promise<number | null>;
};

/**
 * Starts the server with this environment and nothing of the caller's own settings: by `server.ts` in one file where
 * the tests made one, or, for `source`, as an operator starts it.
 */
export function spawnServer(
  env: Record<string, string>,
  { source }: { source?: boolean | undefined } = {},
): ServerRun {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ERRATA_|DATABASE_|PORT$|HOST$|VITEST)/.test(name),
  );
  const bundle = source ? undefined : process.env.ERRATA_TEST_SERVER_FILE;
  const started = bundle ? [bundle] : ["--import", "tsx", join(ROOT, "server.ts")];
  const child = spawn(process.execPath, started, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(inherited), NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...env },
  });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      for (const look of watchers) look();
    });
  }
  const exited = once(child, "close").then(([code]) => code as number | null);
  const untilLine = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) resolve(found);
      };
      watchers.add(look);
      look();
      exited.then((code) =>
        reject(new Error(`The server ended (${code}) before ${pattern}:\n${lines.join("\n")}`)),
      );
    });
  return { child, output: () => lines.join("\n"), untilLine, exited };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
  return child.exitCode;
}
