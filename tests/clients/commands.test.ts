import { execFile, spawnSync } from "node:child_process";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "@/app/api/v1/openapi.json/route-table";
import { reportUnknownCommand } from "@/components/queue/report-unknown-command";
import { REPORT_RECOVERY_COMMAND } from "@/components/recovery/report-recovery-command";
import { putFramesCommand } from "@/components/references/put-frames-command";
import { curlForKey } from "@/components/settings/curl-for-key";
import { SCOPES } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { createHttpServer } from "@/lib/http/http-server";
import type { Mount } from "@/lib/http/mount-table";
import { openWorld, type World } from "../access/world";
import { blocksOf } from "./snippets";

/*
 * The commands that the console and pages beside docs/producers show, run in a shell as they stand: each is answered by
 * the server, and by nothing that says it was asked wrongly.
 */
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("curl is not on this machine: the commands are not run.");

let world: World;
let server: Server;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  server = createHttpServer({
    ...{ basePath: "", mounts, log: world.rt.log, fallback: () => null },
    ...{ phase: () => "ready", isDatabaseUp: () => Promise.resolve(true) },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await world?.close();
});

/** All doors of the API, each in its place: no command here is answered by a page. */
const mounts = Object.entries(ROUTES).flatMap(([path, routes]) =>
  (["GET", "POST", "PUT", "DELETE"] as const).flatMap((method): Mount[] => {
    const handler: unknown = Reflect.get(routes, method);
    return typeof handler === "function"
      ? [{ method, path: `/api/v1/${path}`, handler: handler as RouteHandler }]
      : [];
  }),
);

/** Fails where the server refuses. A verdict is asked for without waiting for it. */
async function run(command: string): Promise<string> {
  const text = command
    .replaceAll("wait_seconds=60", "wait_seconds=0")
    .replaceAll(/\bcurl\b/g, "curl -sS --fail-with-body");
  const env = { ...process.env, ERRATA_URL: url, ERRATA_KEY: world.bootstrapKey };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", text], { env });
  return stdout;
}

const stored = { accepted: 1, rejected: 0 };

test.skipIf(!hasCurl)("what the console shows where something is missing", async () => {
  for (const command of [
    reportUnknownCommand(url),
    REPORT_RECOVERY_COMMAND,
    putFramesCommand("err_only_frames"),
    putFramesCommand("it's/9%#1?"),
  ])
    expect(JSON.parse(await run(command)), command).toMatchObject(stored);
  expect(await world.database.sql`select count(*)::int as cases from cases`).toEqual([{ cases: 1 }]);
});

test.skipIf(!hasCurl).each(SCOPES)("the first call of a key of the scope %s", async (scope) => {
  const command = curlForKey(url, world.bootstrapKey, [scope]) ?? "";
  await run(
    command.replace("REFERENCE", "err_only_frames").replace("2026-01-01T00:00:00Z", new Date().toISOString()),
  );
});

test.skipIf(!hasCurl).each(["../../README.md", "../assistants.md", "../alerts.md"])("%s", async (page) => {
  const commands = blocksOf(page).filter(({ language, text }) => language === "sh" && text.includes("curl"));
  expect(commands).not.toEqual([]);
  for (const { text } of commands)
    await run(
      text
        .replaceAll("change-me-to-something-long", world.bootstrapKey)
        .replaceAll("http://localhost:3000", url)
        // Older ones do not know it.
        .replaceAll("--json", "-H 'Content-Type: application/json' -d"),
    );
});
