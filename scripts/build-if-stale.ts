import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join(ROOT, ".next", "errata-stamp");

/** What the build reads. `db`, `lib` and `domain` are bundled into the routes. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "domain",
  "db",
  "public",
  "types",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** Builds the pages when there is no build of exactly these sources; says so, as it takes a while. */
export async function buildIfStale(): Promise<void> {
  const wanted = hashSources();
  const stamp = readStamp();
  if (stamp === wanted) return;
  const reason =
    stamp === null
      ? "The pages are not built yet"
      : "The sources or ERRATA_BASE_PATH changed since the last build";
  console.log(`${reason}: building, which takes about a minute.`);
  const started = Date.now();
  await nextBuild();
  writeFileSync(STAMP, wanted);
  console.log(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function readStamp(): string | null {
  if (!existsSync(join(ROOT, ".next", "BUILD_ID")) || !existsSync(STAMP)) return null;
  return readFileSync(STAMP, "utf8");
}

/** By content, not by time: a fresh checkout or a switched branch has new times and may have old sources. */
function hashSources(): string {
  const hash = createHash("sha256").update(`${process.version} ${process.env.ERRATA_BASE_PATH ?? ""}`);
  for (const file of SOURCES.flatMap((source) => filesBelow(source))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex");
}

function filesBelow(path: string): string[] {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

function nextBuild(): Promise<void> {
  const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [next, "build"], { cwd: ROOT, stdio: "inherit", env });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed (${code ?? "killed"}); its output is above.`));
    });
  });
}
