import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiDocument } from "@/app/api/v1/openapi.json/document";
import { GET as readApi } from "@/app/api/v1/openapi.json/route";
import { ROUTES } from "@/app/api/v1/openapi.json/route-table";
import { curlFor, prepareReference } from "@/components/api-reference/prepare-reference";
import { reportUnknownCommand } from "@/components/queue/report-unknown-command";
import { REPORT_RECOVERY_COMMAND } from "@/components/recovery/report-recovery-command";
import { putFramesCommand } from "@/components/references/put-frames-command";
import { curlForKey } from "@/components/settings/curl-for-key";
import { SCOPES } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { createHttpServer } from "@/lib/http/http-server";
import { metricsAnswer } from "@/lib/http/metrics-door";
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
    metrics: { answer: metricsAnswer, measure: () => undefined },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await world?.close();
});

/** All doors of the API, names before parameters: no command here is answered by a page. */
const inOrder = ([path]: [string, unknown]) => path.replaceAll("[", "~");
const doors = Object.entries({ ...ROUTES, "openapi.json": { GET: readApi } }).sort((one, other) =>
  inOrder(one) < inOrder(other) ? -1 : 1,
);
const mounts = doors.flatMap(([path, routes]) =>
  (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).flatMap((method): Mount[] => {
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

/** The first block of a page in a language. */
const blockOf = (page: string, wanted: string) =>
  blocksOf(page).find(({ language }) => language === wanted)?.text ?? "";

test("docs/assistants.md: what it puts into an assistant's settings leads to the tools", async () => {
  const { type, url: shown, headers } = JSON.parse(blockOf("../assistants.md", "json")).mcpServers.errata;
  expect(type).toBe("http");
  const authorization = headers.Authorization.replace("erk_…", world.bootstrapKey);
  const answer = await fetch(shown.replace("https://errata.example", url), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "*/*", authorization },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(await answer.text()).toContain('"name":"look_up_reference"');
});

test("docs/operations.md: Prometheus asks by key, at the path it takes by itself", async () => {
  const settings = blockOf("../operations.md", "yaml");
  expect(settings).toMatch(/authorization: \{ credentials_file: \S+ \}\n/);
  expect(settings).not.toContain("metrics_path");
  expect(settings).toContain('targets: ["errata.internal:3000"]');
  const headers = { authorization: `Bearer ${world.bootstrapKey}` };
  const answer = await fetch(`${url}/metrics`, { headers });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("errata_database_up");
});

/** By the protocol, 405 says that there is nothing of the kind. */
const TOLD_BY_405 = new Set(["listenByMcp", "endMcpSession"]);

/** As somebody fills it in who knows nothing that is there; the stream of the pages never ends by itself. */
const filledIn = ({ id, command }: { id: string; command: string }) =>
  command
    .replace("Bearer KEY", `Bearer ${world.bootstrapKey}`)
    .replace("/quarantine/ID", "/quarantine/1")
    .replaceAll(/\/[A-Z_]+(?=[/'?])/g, () => `/${randomUUID()}`)
    .replace("/verdicts?", "/verdicts?wait_seconds=0&")
    .replace("curl", `curl -sS -m ${id === "followChanges" ? 0.2 : 30} -w '\\n%{http_code}'`);

test.skipIf(!hasCurl)("the API's reference: no command is refused for how it asks", async () => {
  const operations = prepareReference(JSON.parse(apiDocument()), "").flatMap(({ operations }) => operations);
  const commands = operations.flatMap((operation) => {
    const command = curlFor(operation, url, new Date());
    return command === null ? [] : [{ id: operation.id, command }];
  });
  expect(commands.length).toBeGreaterThan(100);
  const script = commands.map((one) => `${filledIn(one)} || true\nprintf '\\036'\n`).join("");
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { maxBuffer: 50_000_000 });
  const answers = stdout.split("\u001e").slice(0, -1);
  expect(answers).toHaveLength(commands.length);
  const refused = answers.flatMap((said, index) => {
    const { id = "", command = "" } = commands[index] ?? {};
    const status = said.slice(-3);
    const answered =
      /^2/.test(status) || (status === "405" && TOLD_BY_405.has(id)) || isMissing(status, said);
    return answered ? [] : [`${id}: ${said}\n${command}`];
  });
  expect(refused).toEqual([]);
});

/** What is named is not there, but its door is. */
const isMissing = (status: string, said: string) =>
  status === "404" ? !said.includes('"code":"not_found"') : said.includes('"code":"set_empty"');
