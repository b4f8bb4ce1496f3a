import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPORT_SECTIONS } from "@/domain/case-export";
import { UNCONFINED } from "@/domain/permissions";
import { addNote } from "@/lib/services/cases/add-note";
import { exportCase } from "@/lib/services/cases/export-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { openQueueWorld, type QueueWorld, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

async function exported(case_id: string, format: "json" | "md" = "json", by = world.ann): Promise<string> {
  let text = "";
  for await (const piece of await exportCase(by, { case_id, format })) text += piece;
  return text;
}

type Content = Record<(typeof EXPORT_SECTIONS)[number], Record<string, unknown>[]> & {
  case: Record<string, unknown>;
  contains: Record<string, unknown>;
};
const contentOf = (file: string): Content => JSON.parse(file).content;
const fingerprint = (file: string) =>
  createHash("sha256")
    .update(file.split("\n")[2] ?? "")
    .digest("hex");
const isInOrder = (rows: Record<string, unknown>[] = [], name: string) => {
  const values = rows.map((row) => row[name] as string | number);
  expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
};

/** A case that was opened, settled, delivered, acknowledged, contradicted, and talked about. */
async function eventful(): Promise<{ case_id: string; idempotency_key: string }> {
  const idempotency_key = `key-${randomUUID()}`;
  const snapshot = { message: "timed | out", attributes: { card: "the-card-of-ada" } };
  const case_id = await world.open({ idempotency_key, snapshot });
  await addNote(world.bob, { case_id, text: "# not a heading\n| not a table |" });
  const { verdict_id } = await world.settle(case_id, "absent");
  await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
  await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-7" });
  await world.report("committed", { idempotency_key, external_id: "re_9" });
  await tellSubscriber(case_id);
  return { case_id, idempotency_key };
}

/** What deliveries and the rest leave behind, straight into the tables. */
async function tellSubscriber(case_id: string): Promise<void> {
  const { sql, clock } = { ...world, sql: world.database.sql };
  const [subscription_id, delivery_id] = [randomUUID(), randomUUID()];
  await sql`insert into subscriptions (subscription_id, name, url, types, secret, created_at, created_by, updated_at)
    values (${subscription_id}, 'Payments', 'https://hooks.example/secret-path', '{case.settled}', 'sealed', ${clock.iso}, 'Ada', ${clock.iso})`;
  await sql`insert into deliveries (delivery_id, message_id, subscription_id, state, tries, created_at, delivered_at)
    select ${delivery_id}, message_id, ${subscription_id}, 'delivered', 2, ${clock.iso}, ${clock.iso} from outbox
    where case_id = ${case_id} and type = 'case.settled'`;
  for (const status of [500, 204])
    await sql`insert into delivery_tries (delivery_id, try_number, started_at, duration_ms, status, response)
      values (${delivery_id}, ${status === 500 ? 1 : 2}, ${clock.iso}, 12, ${status}, 'private')`;
  await sql`insert into probe_runs (case_id, opening, by_kind, by_id, by, asked_at, duration_ms, outcome, status)
    values (${case_id}, 1, 'person', 'p', 'Ann', ${clock.iso}, 9, 'inconclusive', 404)`;
  await sql`insert into attachments (attachment_id, case_id, name, media_type, byte_count, sha256, content, by, by_id, created_at)
    values (${randomUUID()}, ${case_id}, 'statement.pdf', 'application/pdf', 3, 'abc', 'abc', 'Ann', 'p', ${clock.iso})`;
}

describe("the JSON", () => {
  test("holds the whole history, in time order, and the fingerprint of its content", async () => {
    const { case_id } = await eventful();
    const file = await exported(case_id);
    const parsed = JSON.parse(file);
    expect(parsed).toMatchObject({
      format: "errata.case",
      version: 1,
      exported_by: { kind: "person", name: "Ann" },
    });
    expect(parsed.sha256).toBe(fingerprint(file));
    const content = contentOf(file);
    expect(Object.keys(content)).toEqual([...EXPORT_SECTIONS]);
    expect(content.case).toMatchObject({
      case_id,
      state: "open",
      opening: 2,
      flags: ["possible_duplicate", "contradicted"],
    });
    expect(content.openings).toMatchObject([
      {
        opening: 1,
        began_at: content.case.opened_at,
        because: null,
        verdict: "absent",
        ended_because: "contradicted",
      },
      { opening: 2, because: "contradicted", verdict: null, ended_at: null },
    ]);
    expect(content.attempts).toMatchObject([
      { effect: "unknown", snapshot: { attributes: { card: "the-card-of-ada" } } },
    ]);
    expect(content.evidence.map((one) => one.external_id).sort()).toEqual(["re_1", "re_9"]);
    expect(content.verdicts).toMatchObject([
      { verdict: "absent", directive: "safe_to_retry", by: "Ann", acknowledged_by: "run-7" },
    ]);
    expect(content.verdicts[0]).toHaveProperty("delivered_at", world.clock.iso);
    expect(content.claims).toMatchObject([{ by: "Ann", ended_as: "settled" }]);
    expect(content.notes).toMatchObject([{ by: "Bob", text: "# not a heading\n| not a table |" }]);
    expect(content.attachments).toMatchObject([{ name: "statement.pdf", byte_count: 3, sha256: "abc" }]);
    expect(content.probe_runs).toMatchObject([{ outcome: "inconclusive", status: 404 }]);
    const settled = content.messages.find(({ type }) => type === "case.settled");
    expect(settled?.deliveries).toMatchObject([
      { subscription: "Payments", state: "delivered", tries: [{ status: 500 }, { status: 204 }] },
    ]);
    expect(content.audit.map(({ action }) => action)).toEqual([
      ...["case.opened", "case.noted", "case.claimed", "case.settled", "case.acknowledged"],
      ...["case.reopened", "case.evidence_attached"],
    ]);
    isInOrder(content.audit, "audit_id");
    // Neither the file, nor where a subscriber lives, nor what it answered.
    expect(file).not.toMatch(/secret-path|private|sealed/);
  });

  test("exports are audited and listed, and do not change what is exported", async () => {
    const { case_id } = await eventful();
    const first = JSON.parse(await exported(case_id));
    const second = JSON.parse(await exported(case_id, "json", world.bob));
    expect(second.sha256).toBe(first.sha256);
    expect(second.exported_before).toMatchObject([
      { by: "Ann", details: { format: "json", version: 1, sha256: first.sha256 } },
    ]);
    const rows = await world.database.sql`select actor_name, tenant from audit
      where action = 'case.exported' and subject_id = ${case_id} order by audit_id`;
    expect(rows).toEqual([
      { actor_name: "Ann", tenant: "acme" },
      { actor_name: "Bob", tenant: "acme" },
    ]);
  });

  test("anything new in the history changes the fingerprint", async () => {
    const { case_id } = await eventful();
    const before = JSON.parse(await exported(case_id)).sha256;
    await addNote(world.ann, { case_id, text: "new" });
    expect(JSON.parse(await exported(case_id)).sha256).not.toBe(before);
  });

  test("thousands of attempts come in pages, each once, in order; big integers digit for digit", async () => {
    const idempotency_key = `key-${randomUUID()}`;
    const attempts = Array.from({ length: 1_203 }, (_, number) =>
      unknown(world.clock, { idempotency_key, occurred_at: world.clock.at(-60 - (number % 40)) }),
    );
    const [joined] = await world.join(...attempts);
    const case_id = joined?.case_id ?? "";
    const big = '{"amount":9007199254740993}';
    await world.database.sql`update attempts set snapshot = ${big}::text::json where case_id = ${case_id}`;
    const file = await exported(case_id);
    const content = contentOf(file);
    expect(new Set(content.attempts.map((one) => one.attempt_id)).size).toBe(1_203);
    isInOrder(content.attempts, "occurred_at");
    expect(file.match(/9007199254740993/g)).toHaveLength(1_203);
  });

  test("each opening begins when the one before ended", async () => {
    const case_id = await world.open();
    for (let opening = 1; opening <= 3; opening += 1) {
      await world.settle(case_id, "undeterminable");
      world.clock.move(10);
      await reopenCase(world.ann, { case_id, reason: "again" });
    }
    const { openings } = contentOf(await exported(case_id));
    expect(openings.map(({ opening }) => opening)).toEqual([1, 2, 3, 4]);
    expect(openings.map((one) => one.began_at === (one.opening === 1 ? null : undefined))).not.toContain(
      true,
    );
    expect(openings[1]?.began_at).toBe(openings[0]?.ended_at);
  });
});

describe("who gets what", () => {
  test("a key gets no notes and no attachments; without arguments.read no arguments", async () => {
    const { case_id } = await eventful();
    const capabilities = new Set(
      [...world.runtime.caller.capabilities].filter((one) => one !== "arguments.read"),
    );
    const key = { ...world.runtime, caller: { ...world.runtime.caller, capabilities } };
    for (const format of ["json", "md"] as const) {
      const file = await exported(case_id, format, key);
      expect(file).not.toMatch(/not a heading|statement\.pdf|the-card-of-ada/);
    }
    const content = contentOf(await exported(case_id, "json", key));
    expect(content.contains).toEqual({ arguments: false, notes: false, attachments: false });
    expect(content).not.toHaveProperty("notes");
    expect(content.attempts).toMatchObject([{ snapshot: { message: "timed | out" } }]);
  });

  test("outside the confinement there is no such case, and nothing is audited", async () => {
    const { case_id } = await eventful();
    const other = world.person("Otto", ["reconciler"], { ...UNCONFINED, tenants: ["other"] });
    await expect(exportCase(other, { case_id, format: "json" })).rejects.toMatchObject({
      code: "case_not_found",
    });
    const rows = await world.database
      .sql`select 1 from audit where action = 'case.exported' and subject_id = ${case_id}`;
    expect(rows).toHaveLength(0);
  });
});

describe("the Markdown", () => {
  test("has the chapters in order, UTC times, and the fingerprint of the JSON", async () => {
    const { case_id, idempotency_key } = await eventful();
    const markdown = await exported(case_id, "md");
    const json = await exported(case_id);
    expect(markdown.match(/^(## |# Case).*$/gm)).toEqual([
      `# Case \`${case_id}\``,
      ...["## What this file contains", "## The case", "## Openings", "## Attempts", "## Evidence"],
      ...["## Possible evidence", "## Verdicts", "## Claims", "## Notes", "## Attachments", "## Probes"],
      ...["## Messages", "## Bulk actions", "## Audit", "## Fingerprint"],
    ]);
    expect(markdown).toContain(JSON.parse(json).sha256);
    expect(markdown).toContain(`| idempotency_key | \`${idempotency_key}\` |`);
    expect(markdown).toContain(`| opened_at | ${world.clock.iso.replace("T", " ").replace("Z", " UTC")} |`);
    expect(markdown).toContain("```text\n# not a heading\n| not a table |\n```");
  });

  test("a reader who leaves early keeps nothing open", async () => {
    const { case_id } = await eventful();
    const pieces = await exportCase(world.ann, { case_id, format: "md" });
    await pieces.next();
    await pieces.return(undefined);
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
    expect(
      await world.database.sql`select 1 from pg_stat_activity where state = 'idle in transaction'
      and datname = current_database()`,
    ).toHaveLength(0);
  });
});
