import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const ROOT = join(import.meta.dirname, "../..");

export type ReplayRun = { code: number | null; output: string };

/** Runs `npm run replay -- …` as a person would, against a test server; `state` is where it remembers shifts. */
export async function runReplay(
  server: { url: string; key: string },
  state: string,
  args: string[],
): Promise<ReplayRun> {
  const child = spawn(process.execPath, ["--import", "tsx", join(ROOT, "scripts/replay.ts"), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ERRATA_URL: server.url, ERRATA_KEY: server.key, ERRATA_REPLAY_STATE: state },
  });
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, output: (await written).join("") };
}
