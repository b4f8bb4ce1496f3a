import { afterAll, beforeAll, expect, it } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import { openCase, type ReportFromScratch } from "@/lib/services/cases/open-case";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { reportEvidence } from "@/lib/services/evidence/report-evidence";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { readReport } from "@/lib/services/references/read-report";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

/* While anything says that it may have happened, nobody is told that it can be tried again. */

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let support: ServiceContext;
let reconciler: ServiceContext;
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  support = personContext(rt, ["support"]);
  reconciler = personContext(rt, ["reconciler"]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const read = (reference: string, ctx = support) => readReport(ctx, { reference });
const absent = (reference: string, parts: object = {}) =>
  failure({
    ...{ tool: "charge", effect: "absent", class: "transient", occurred_at: ago(1) },
    reference,
    ...parts,
  });
/** Sends items of which some conflict or are refused; what each was answered. */
async function send(items: readonly object[]) {
  const sent = items.map((item) => ({ item, unreadable: null, sanitized: false }));
  return (await recordEvents(key, { items: sent })).results;
}
const byHand = (ctx: ServiceContext, about: Partial<ReportFromScratch>) =>
  openCase(ctx, { reason: "charged twice", report: { tool: "charge", ...about } });
const FREE = { case: null, say_to_user: { standing: "absent", do_not: null } };
const doubted = (case_id: string | undefined, by: "reference" | "intent") => ({
  ...{
    case: { case_id, state: "open" },
    case_by_reference: by === "reference",
    case_by_intent: by === "intent",
  },
  say_to_user: { standing: "open", do_not: expect.stringContaining("do not start it again") },
});

it.each([
  ["with a key", "conflicting"],
  ["without a key", null],
])(
  "the same event with another effect, %s: the doubt speaks for the failure",
  async (name, idempotency_key) => {
    const item = absent(`err_conflict ${name}`.replaceAll(" ", "-"), { idempotency_key });
    await report(key, [item]);
    expect(await read(`${item.reference}`)).toMatchObject(FREE);
    const [answer] = await send([{ ...item, effect: "unknown" }]);
    expect(answer).toMatchObject({ status: "conflict", case_id: expect.any(String) });
    expect(await read(`${item.reference}`)).toMatchObject(doubted(answer?.case_id, "reference"));
  },
);

it("the same event sent again as committed makes it uncertain, without a case; another message does not", async () => {
  const [item, same] = [absent("err_recommitted"), absent("err_reworded")];
  await report(key, [item, same]);
  const answers = await send([
    { ...item, effect: "committed" },
    { ...same, message: "the effect is the same" },
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["conflict", "conflict"]);
  expect(await read("err_recommitted")).toMatchObject({
    ...{ case: null, say_to_user: { standing: "unknown", do_not: expect.stringContaining("do not start") } },
  });
  expect(await read("err_reworded")).toMatchObject(FREE);
});

it("a refused item of the same reference, or of the same key: the first failure is in doubt", async () => {
  const refused = { effect: "unknown", occurred_at: "1970-01-01T00:00:00Z" };
  await report(key, [
    absent("err_first", { idempotency_key: "refused-1", tenant: "acme" }),
    absent("err_other", { idempotency_key: "refused-2", tenant: "acme" }),
    absent("err_apart", { idempotency_key: "refused-2", tenant: "globex" }),
  ]);
  const same = await send([absent("err_first", { ...refused, idempotency_key: "else", tenant: "acme" })]);
  const keyed = await send([
    absent("err_second", { ...refused, idempotency_key: "refused-2", tenant: "acme" }),
  ]);
  expect(await read("err_first")).toMatchObject(doubted(same[0]?.case_id, "reference"));
  expect(await read("err_other")).toMatchObject(doubted(keyed[0]?.case_id, "intent"));
  expect(await read("err_apart")).toMatchObject(FREE);
});

it("a case that a person opened by hand speaks for the reference it names, but for no other part's", async () => {
  await report(key, [
    absent("err_val001", { tenant: "acme", service: "desk" }),
    absent("err_val002", { tenant: "acme", environment: "live" }),
  ]);
  const opened = await byHand(support, { tool: "refunds", reference: "err_val001", service: "support" });
  await byHand(support, { reference: "err_val002", tenant: "globex" });
  await byHand(support, { reference: "err_val002", environment: "staging" });
  expect(await read("err_val001")).toMatchObject({
    ...doubted(opened.case_id, "reference"),
    ...{ case_visible: true, case_reported: true },
  });
  expect(await read("err_val002")).toMatchObject(FREE);
  const acme = personContext(rt, ["support"], { tenants: ["acme"], services: ["desk"] });
  expect(await read("err_val001", acme)).toMatchObject(FREE);
});

it("of several failures that share a reference, a case by hand is about those with its tool", async () => {
  const [charge, refund] = [absent("err_both"), absent("err_both", { tool: "refund" })];
  await report(key, [charge, refund]);
  const { case_id } = await byHand(support, { tool: "refund", reference: "err_both" });
  const choose = ({ event_id }: typeof charge) =>
    readReport(support, { reference: "err_both", event_id: `${event_id}` });
  expect(await choose(charge)).toMatchObject(FREE);
  expect(await choose(refund)).toMatchObject(doubted(case_id, "reference"));
});

it("what a case by hand found is told, but a verdict from before the failure is not", async () => {
  const { case_id } = await byHand(support, { reference: "err_again" });
  await settle(case_id, "committed");
  await report(key, [absent("err_again", { occurred_at: ago(-0.001) })]);
  expect(await read("err_again")).toMatchObject(FREE);
  await report(key, [absent("err_before", { occurred_at: ago(2) })]);
  await settle((await byHand(support, { reference: "err_before" })).case_id, "committed");
  expect(await read("err_before")).toMatchObject({ say_to_user: { standing: "settled_committed" } });
});

it("what a machine saw before anybody doubted is believed, whole or in part", async () => {
  const seen = (idempotency_key: string, parts: object = {}) =>
    reportEvidence(key, {
      ...{ tool: "charge", idempotency_key, effect: "committed", source: "provider", kind: "callback" },
      ...{ external_id: "re_1", url: null, note: null, observed_at: new Date().toISOString(), ...parts },
    });
  const where = { tenant: "acme", environment: "live", service: "desk" };
  for (const name of ["seen-part", "seen-whole", "seen-elsewhere", "seen-absent"])
    await report(key, [absent(`err_${name}`, { ...where, idempotency_key: name })]);
  expect(await seen("seen-part")).toMatchObject({ because: "no_case_yet" });
  await seen("seen-whole", where);
  await seen("seen-elsewhere", { tenant: "globex" });
  await seen("seen-absent", { effect: "absent" });
  expect((await read("err_seen-part")).say_to_user).toMatchObject({
    ...{ standing: "unknown", do_not: expect.stringContaining("do not start it again") },
  });
  expect((await read("err_seen-whole")).say_to_user).toMatchObject({
    ...{ standing: "committed", do_not: expect.stringContaining("it would happen twice") },
  });
  expect(await read("err_seen-elsewhere")).toMatchObject(FREE);
  expect(await read("err_seen-absent")).toMatchObject(FREE);
});

it("a repeat that was allowed for a time is not allowed after it", async () => {
  await report(key, [absent("err_expiring", { idempotency_key: "expiring", effect: "unknown" })]);
  const { case: found } = await read("err_expiring");
  await settle(found?.case_id ?? "", "absent");
  expect(await read("err_expiring")).toMatchObject({
    ...{ case: { state: "settled", verdict: "absent" }, say_to_user: { standing: "settled_absent" } },
  });
  const later = { ...support, now: () => new Date(Date.now() + 24 * HOUR) };
  expect(await read("err_expiring", later)).toMatchObject({
    ...{ case: { state: "open", verdict: null, settled_at: null }, say_to_user: { standing: "open" } },
  });
});

it("a refused item whose effect is unknown is told as the doubt it is, and its case to who may open it", async () => {
  const [unknown] = await send([
    failure({ reference: "err_rej001", tool: " ", effect: "unknown", code: "upstream_timeout" }),
    failure({ reference: "err_rej002", tool: " ", effect: "absent" }),
  ]);
  const doubt = { standing: "open", do_not: expect.stringContaining("do not start it again") };
  const engineer = personContext(rt, ["engineer"]);
  for (const [ctx, found] of [
    [support, null],
    [engineer, { case_id: unknown?.case_id, state: "open" }],
  ] as const) {
    const rejections = [{ reference: "err_rej001", say_to_user: doubt, case: found }];
    expect(await lookUpReference(ctx, { q: "err_rej001" })).toMatchObject({ answer: "rejected", rejections });
    await expect(read("err_rej001", ctx)).rejects.toMatchObject({
      details: { answer: "rejected", rejections },
    });
  }
  const { rejections } = await lookUpReference(support, { q: "err_rej002" });
  expect(rejections).toMatchObject([{ say_to_user: null, case: null }]);
  expect(Object.keys(rejections[0] ?? {}).sort()).toEqual([
    "case",
    "detail",
    "reason",
    "received_at",
    "reference",
    "say_to_user",
  ]);
  await settle(unknown?.case_id ?? "", "committed");
  expect((await lookUpReference(support, { q: "err_rej001" })).rejections).toMatchObject([
    { say_to_user: { standing: "settled_committed", sentence: expect.stringContaining("err_rej001") } },
  ]);
});

async function settle(case_id: string, verdict: "committed" | "absent"): Promise<void> {
  await claimCase(reconciler, { case_id });
  const seen = { kind: "ledger", external_id: "re_1", url: null, note: null };
  const observed_at = new Date().toISOString();
  await issueVerdict(reconciler, { case_id, verdict, evidence: [{ ...seen, observed_at }] });
}
