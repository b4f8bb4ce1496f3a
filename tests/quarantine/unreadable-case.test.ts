import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as getVerdict } from "@/app/api/v1/verdicts/route";
import { call } from "../access/world";
import { openQuarantineWorld, type QuarantineWorld, SET_TOOL, toolless } from "./world";

let world: QuarantineWorld;
beforeAll(async () => {
  world = await openQuarantineWorld();
});
afterAll(() => world.close());

const doubtful = (more: Record<string, unknown> = {}): Record<string, unknown> =>
  toolless({ effect: "unknown", idempotency_key: `key-${randomUUID()}`, ...more });

/** Sends what cannot be read; its quarantine row and the case its doubt opened. */
async function refuse(item: Record<string, unknown>) {
  const answer = await world.send("events", item);
  const case_id = String(answer.results[0]?.case_id);
  const { sql } = world.database;
  const [row] = await sql<{ quarantine_id: number }[]>`
    select quarantine_id::int from quarantine where reference = ${String(item.reference)} and state = 'open'`;
  return { case_id, id: row?.quarantine_id ?? 0 };
}

const casesOf = (key: unknown) => world.database.sql`
  select case_id, state, flags, tool, attempt_count, key_expires_at is not null as keyed from cases
  where idempotency_key = ${String(key)} order by opened_at`;

it("the case goes on as the intent's own: the same one, no longer unreadable, with the event as an attempt", async () => {
  const item = doubtful();
  const { case_id, id } = await refuse(item);
  expect(await world.read(id)).toMatchObject({ case_id, says_unknown: true });
  expect(await casesOf(item.idempotency_key)).toMatchObject([{ case_id, flags: ["unreadable"] }]);
  expect(await world.preview({ ids: [id] }, SET_TOOL)).toMatchObject({ examples: [{ outcome: "accepted" }] });
  expect(await casesOf(item.idempotency_key)).toMatchObject([{ case_id, flags: ["unreadable"] }]);

  expect(await world.replay({ ids: [id] }, SET_TOOL)).toMatchObject({ accepted: 1 });
  expect(await casesOf(item.idempotency_key)).toEqual([
    { case_id, state: "open", flags: [], tool: "refund_payment", attempt_count: 2, keyed: true },
  ]);
  const { sql } = world.database;
  expect(
    await sql`select action, details ->> 'goes_on_in' as goes_on_in from audit
    where action = 'case.mended' and subject_id = ${case_id}`,
  ).toEqual([{ action: "case.mended", goes_on_in: case_id }]);
  // The same key again joins it, as any attempt of the intent does.
  const again = await world.send("events", { ...item, tool: "refund_payment", event_id: randomUUID() });
  expect(again.results[0]).toMatchObject({ status: "accepted", case_id });
});

it("what a person settled before it could be read is not asked a second time", async () => {
  const item = doubtful();
  const { case_id, id } = await refuse(item);
  const settler = await world.makePerson({ roles: ["reconciler"] });
  const { POST: claim } = await import("@/app/api/v1/cases/[case_id]/claim/route");
  const { POST: settle } = await import("@/app/api/v1/cases/[case_id]/verdict/route");
  const at = { cookie: settler.cookie, params: { case_id } };
  expect((await call(claim, { ...at, method: "POST" })).status).toBe(200);
  const evidence = [{ kind: "statement", external_id: "re_1", observed_at: new Date().toISOString() }];
  const verdict = await call(settle, { ...at, body: { verdict: "committed", evidence } });
  expect(verdict.status, await verdict.clone().text()).toBe(200);

  expect(await world.replay({ ids: [id] }, SET_TOOL)).toMatchObject({ accepted: 1 });
  expect(await casesOf(item.idempotency_key)).toMatchObject([{ case_id, state: "settled", flags: [] }]);
  // The runtime that asks by key gets the answer that was given to what could not be read.
  const query = `?tool=refund_payment&idempotency_key=${item.idempotency_key}`;
  const told = await call(getVerdict, { key: world.bootstrapKey, query });
  expect(await told.json()).toMatchObject({ state: "settled", verdict: "committed", case_id });
});

it("an intent that has a case of its own keeps it; both say which the other is", async () => {
  const item = doubtful();
  const { case_id, id } = await refuse(item);
  const other = await world.send("events", { ...item, tool: "refund_payment", event_id: randomUUID() });
  const own = String(other.results[0]?.case_id);
  expect(own).not.toBe(case_id);

  expect(await world.replay({ ids: [id] }, SET_TOOL)).toMatchObject({ accepted: 1 });
  const { sql } = world.database;
  expect(
    await sql`select case_id, attempt_count, flags from cases where idempotency_key = ${item.idempotency_key as string}
    order by opened_at`,
  ).toEqual([
    { case_id, attempt_count: 1, flags: ["unreadable"] },
    { case_id: own, attempt_count: 2, flags: [] },
  ]);
  const notes = await sql<{ case_id: string; text: string }[]>`
    select case_id, text from notes where case_id in (${case_id}, ${own})`;
  expect(notes.find((note) => note.case_id === case_id)?.text).toContain(own);
  expect(notes.find((note) => note.case_id === own)?.text).toContain(case_id);
});

it("an event that is mended to another effect leaves the doubt to a person, and says so", async () => {
  const item = doubtful({ effect: "maybe", idempotency_key: null });
  const { case_id, id } = await refuse(item);
  const steps = [...SET_TOOL, { op: "replace" as const, path: "effect", from: "maybe", to: "absent" }];
  expect(await world.replay({ ids: [id] }, steps)).toMatchObject({ accepted: 1 });
  const { sql } = world.database;
  const cases = await sql`select state, flags, attempt_count from cases where case_id = ${case_id}`;
  expect(cases).toMatchObject([{ state: "open", attempt_count: 1 }]);
  const [note] = await sql`select text from notes where case_id = ${case_id}`;
  expect(note?.text).toContain("effect absent");
});

it("refused or conflicting again, it opens no second case", async () => {
  const item = doubtful({ turn: -1 });
  const { case_id, id } = await refuse(item);
  expect(await world.replay({ ids: [id] }, SET_TOOL)).toMatchObject({ rejected: 1 });
  expect(await casesOf(item.idempotency_key)).toMatchObject([{ case_id, attempt_count: 1 }]);

  const first = doubtful({ tool: "refund_payment" });
  await world.send("events", first);
  const second = await refuse({ ...first, message: "Other words." });
  const before = await casesOf(first.idempotency_key);
  expect(await world.replay({ ids: [second.id] }, [])).toMatchObject({ conflict: 1 });
  expect(await casesOf(first.idempotency_key)).toEqual(before);
});
