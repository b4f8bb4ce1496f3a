import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LINT_RULES, SEVERITIES } from "@/domain/lint/rules";
import { blocksOf } from "../clients/snippets";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

/* docs/linter.md: what it shows is what comes, and its table is that of the rules. */

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/linter.md"), "utf8");
const blocks = blocksOf("../linter.md");
const textOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? "";

const GOOD = { error: "no_such_order", class: "not_found", effect: "absent", reference: "order_4k9w2m7q" };

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    ...{ databaseUrl: database.url, pages: false },
    env: { ERRATA_LOG_LEVEL: "debug" },
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

const env = () => ({ ...process.env, ERRATA_URL: server.url, ERRATA_KEY: server.key });

test.skipIf(spawnSync("curl", ["--version"]).status !== 0)("the answer it shows", () => {
  const answer = execFileSync("bash", ["-euo", "pipefail", "-c", textOf("bash")], { env: env() });
  expect(JSON.parse(answer.toString())).toEqual(JSON.parse(textOf("json")));
});

test.each([
  ["an error", "It failed.", 1, /^error plain_text \/ /],
  ["no error", JSON.stringify({ ...GOOD, message: "Failed" }), 0, /^warning message_says_nothing \/message /],
])("its check ends with what it found: %s", (_, body, status, said) => {
  const args = ["--input-type=module", "-e", textOf("js"), "refund_payment"];
  const run = spawnSync(process.execPath, args, { input: body, env: env() });
  expect(run.status, run.stderr.toString()).toBe(status);
  expect(run.stdout.toString()).toMatch(said);
});

test("every rule stands in its table, in its words", () => {
  const rows = SEVERITIES.flatMap((severity) =>
    Object.entries(LINT_RULES)
      .filter(([, rule]) => rule.severity === severity)
      .map(([code, { why, fix }]) => `| \`${code}\` | ${severity} | ${why} | ${fix} |`),
  );
  expect(PAGE.split("\n").filter((line) => /^\| `\w+` \| (?:error|warning|note) \|/.test(line))).toEqual(
    rows,
  );
});

test("nothing of what is pasted is logged, whatever becomes of it", async () => {
  const secret = "zq7-never-logged";
  const results = [
    `password=${secret}`,
    { error: secret, message: secret, [secret]: secret },
    secret.repeat(30_000),
  ];
  const statuses = results.map(async (result) => {
    const body = JSON.stringify({ result, tool: "pay" });
    const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
    return (await fetch(`${server.url}/api/v1/lint`, { method: "POST", headers, body })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 413]);
  expect(server.output()).toContain("/api/v1/lint");
  expect(server.output()).not.toContain(secret);
});
