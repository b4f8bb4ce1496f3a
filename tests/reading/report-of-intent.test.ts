import { afterAll, beforeAll, expect, it } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { readReport } from "@/lib/services/references/read-report";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

/* An attempt that was told before anybody doubted has no case of its own: that of its intent speaks for it. */

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let reconciler: ServiceContext;
const HOUR = 3_600_000;
const START = Date.now() - 40 * HOUR;
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  reconciler = personContext(rt, ["reconciler"]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const read = (reference: string, ctx = personContext(rt, ["support"])) => readReport(ctx, { reference });
const tried = (idempotency_key: string, reference: string, effect: string, hours: number) =>
  report(key, [
    failure({
      ...{ tool: "charge", tenant: "acme", idempotency_key, reference, effect, occurred_at: at(hours) },
    }),
  ]);

async function settle(case_id: string, verdict: "committed" | "compensated"): Promise<void> {
  await claimCase(reconciler, { case_id });
  const seen = { kind: "ledger", external_id: "re_1", url: null, note: null };
  const observed_at = new Date().toISOString();
  await issueVerdict(reconciler, { case_id, verdict, evidence: [{ ...seen, observed_at }] });
}

it("an earlier attempt is told what became of a later one of its intent, from the doubt to the verdict", async () => {
  await tried("one", "err_one_early", "absent", 1);
  expect(await read("err_one_early")).toMatchObject({
    ...{ case: null, case_by_intent: false, say_to_user: { standing: "absent" } },
  });
  await tried("one", "err_one_late", "unknown", 2);
  const doubted = await read("err_one_early");
  expect(doubted).toMatchObject({
    ...{ case: { state: "open" }, case_by_intent: true, say_to_user: { standing: "open" } },
    ...{ case_visible: false, case_reported: false },
  });
  const late = await read("err_one_late");
  expect(late).toMatchObject({ case: { case_id: doubted.case?.case_id }, case_by_intent: false });

  await settle(doubted.case?.case_id ?? "", "committed");
  expect(await read("err_one_early", reconciler)).toMatchObject({
    case: { state: "settled", verdict: "committed", settled_at: expect.stringMatching(/Z$/) },
    ...{ case_by_intent: true, case_visible: true, say_to_user: { standing: "settled_committed" } },
  });
});

it("the case of another life of the key says nothing of this one", async () => {
  await tried("two", "err_two_first", "unknown", 1);
  await tried("two", "err_two_next", "absent", 30);
  expect(await read("err_two_next")).toMatchObject({
    ...{ case: null, case_by_intent: false, say_to_user: { standing: "absent" } },
  });
  await tried("two", "err_two_doubt", "unknown", 31);
  const first = await read("err_two_first");
  const next = await read("err_two_next");
  const doubt = await read("err_two_doubt");
  expect(next).toMatchObject({ case: { case_id: doubt.case?.case_id }, case_by_intent: true });
  expect(first.case?.case_id).not.toBe(doubt.case?.case_id);
});

it("the case of another intent says nothing: neither another tenant's, nor one without a key", async () => {
  const about = { tool: "charge", occurred_at: at(1) };
  await report(key, [
    failure({ ...about, tenant: "acme", idempotency_key: "three", reference: "err_three", effect: "absent" }),
    failure({ ...about, tenant: "globex", idempotency_key: "three", effect: "unknown" }),
    failure({ ...about, tenant: "acme", run_id: "run-3", reference: "err_keyless", effect: "absent" }),
    failure({ ...about, tenant: "acme", run_id: "run-3", effect: "unknown" }),
  ]);
  for (const reference of ["err_three", "err_keyless"])
    expect(await read(reference)).toMatchObject({ case: null, case_by_intent: false });
});
