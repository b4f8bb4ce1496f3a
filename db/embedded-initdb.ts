import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClusterOptions, environment, explain, identity } from "@/db/embedded-spawn";
import { StartupError } from "@/domain/startup-error";

/**
 * Makes the cluster unless it is there. It grows in a folder beside its place and is renamed when complete:
 * an `initdb` that was killed in the middle leaves nothing that looks like a database.
 */
export function initialiseCluster(options: ClusterOptions): void {
  const cluster = join(options.home, "postgres");
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  if (existsSync(cluster)) {
    throw new StartupError(`${cluster} is there but holds no database: move it away and start again.`);
  }
  const draft = `${cluster}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = join(options.home, "initdb-password");
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (options.user) {
    chownSync(draft, options.user.uid, options.user.gid);
    chownSync(passwordFile, options.user.uid, options.user.gid);
  }
  const run = spawnSync(
    options.binaries.initdb,
    [...initdbArguments(draft, passwordFile), ...syncArguments(options)],
    {
      ...identity(options.user),
      env: environment(),
      encoding: "utf8",
    },
  );
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) throw new StartupError(explain(`${run.stderr}`, "initdb failed", options.home));
  renameSync(draft, cluster);
}

/** Whoever runs without fsync does not wait for it here either. */
function syncArguments(options: ClusterOptions): string[] {
  return options.settings.fsync === "off" ? ["--no-sync"] : [];
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  return [
    `--pgdata=${folder}`,
    "--username=errata",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    // Byte order with Unicode's upper and lower case, the same on every system.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
}
