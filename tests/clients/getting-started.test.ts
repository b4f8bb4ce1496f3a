import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FirstFailure,
  SAVED_AS,
  type Snippet,
  snippetsOf,
  WAYS,
  type Way,
} from "@/components/rates/first-event/snippets";
import { checkReference, mintReference } from "@/domain/reference";
import { mintToken, sha256Hex } from "@/lib/platform/tokens";
import { type ClientWorld, has, openClientWorld } from "./client-world";

/*
 * What the empty console and docs/getting-started.md show: each snippet is run as it stands, against a server below a
 * base path, and what it reports is there by the reference that the page waits for.
 */
const DOC = readFileSync(join(import.meta.dirname, "../../docs/getting-started.md"), "utf8");
const NEEDS: Partial<Record<Way, string>> = { curl: "curl", mcp: "curl", python: "python3" };

let world: ClientWorld;
let key: string;
beforeAll(async () => {
  world = await openClientWorld({ env: { ERRATA_BASE_PATH: "/errata" }, tells: () => ({}) });
  key = await makeKey();
});
afterAll(() => world?.close());

/** As the console makes them: of the scope `ingest`, in letters that a DSN takes. */
async function makeKey(): Promise<string> {
  const made = `erk_${mintToken(24)}`;
  await world.database.sql`insert into sources (name) values ('getting-started')`;
  await world.database.sql`insert into keys (name, prefix, hash, source_id, scopes, created_by)
    select 'First event', 'erk_', ${sha256Hex(made)}, source_id, array['ingest'], 'test' from sources
    where name = 'getting-started'`;
  return made;
}

/** Environment first, then the program, in one shell. */
async function run(snippets: readonly Snippet[]): Promise<void> {
  const lines = snippets.map(({ language, code }) => {
    const saved = SAVED_AS[language];
    if (saved === null) return code;
    writeFileSync(join(world.producer.folder, saved.file), code);
    return saved.run;
  });
  await world.producer.run("bash", "-euo", "pipefail", "-c", lines.join("\n"));
}

const stored = (table: "events" | "frames", reference: string) =>
  world.database.sql.unsafe(`select * from ${table} where reference = $1`, [reference]);

for (const { value: way, label } of WAYS)
  test.skipIf(!has(NEEDS[way] ?? "node"))(`${label} reports what the page waits for`, async () => {
    const first: FirstFailure = { base: world.server.url, key, reference: mintReference() };
    await run(snippetsOf(way, first));
    const [events, frames] = [
      await stored("events", first.reference),
      await stored("frames", first.reference),
    ];
    if (way === "sentry") {
      expect(events).toEqual([]);
      expect(frames).toMatchObject([{ tool: "update_ticket", exception_type: "Error" }]);
      return;
    }
    expect(frames).toEqual([]);
    expect(events).toMatchObject([
      {
        tool: "update_ticket",
        code: "invalid_status",
        class: "validation",
        effect: "absent",
        unmapped: false,
      },
    ]);
    expect(JSON.parse(events[0]?.body)).toMatchObject({
      message: "status must be one of open, pending, solved.",
      field: "status",
      received: "closed",
      permitted: ["open", "pending", "solved"],
    });
  });

test("the page in docs shows the same", () => {
  const reference = /err_\w+/.exec(DOC)?.[0] ?? "";
  expect(checkReference(reference)).toBe("valid");
  const shown = [...DOC.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, language, code]) => ({
    language,
    code,
  }));
  const made = WAYS.flatMap(({ value }) =>
    snippetsOf(value, { base: "http://localhost:3000", key: "YOUR_KEY", reference }),
  );
  expect(shown).toEqual(made.map(({ language, code }) => ({ language, code })));
  const programs = DOC.split(/^### /m).filter((way) => /^```(js|python)$/m.test(way));
  expect(programs).toHaveLength(4);
  for (const way of programs)
    expect(way).toMatch(/`first\.mjs`: `node first\.mjs`|`first\.py`: `python3 first\.py`/);
});

test.each(["https://errata.example", "https://errata.example:8443/errata", "http://[::1]:3000"])(
  "%s stands in every snippet as it is",
  (base) => {
    for (const { value } of WAYS) {
      const said = snippetsOf(value, { base, key: "K", reference: "err_1" })
        .map(({ code }) => code)
        .join("\n");
      expect(said).toContain(
        value === "sentry" ? `${base.replace("://", "://K@")}/sentry/1` : `${base}/api/`,
      );
    }
  },
);
