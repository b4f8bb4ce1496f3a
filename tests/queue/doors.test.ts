import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as claim, DELETE as giveBack } from "@/app/api/v1/cases/[case_id]/claim/route";
import { POST as addNote } from "@/app/api/v1/cases/[case_id]/notes/route";
import { GET as readOne } from "@/app/api/v1/cases/[case_id]/route";
import { POST as settle } from "@/app/api/v1/cases/[case_id]/verdict/route";
import { POST as next } from "@/app/api/v1/cases/next/route";
import { GET as list, POST as open } from "@/app/api/v1/cases/route";
import { POST as reportEvidence } from "@/app/api/v1/evidence/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { GET as listTools } from "@/app/api/v1/tools/route";
import { POST as acknowledge } from "@/app/api/v1/verdicts/[verdict_id]/acknowledgements/route";
import { GET as ask } from "@/app/api/v1/verdicts/route";
import { caseDetail, caseItem, caseList } from "@/lib/contract/cases";
import { evidenceAnswer } from "@/lib/contract/evidence";
import { tool, toolList } from "@/lib/contract/tools";
import { acknowledgement, runtimeAnswer } from "@/lib/contract/verdicts";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";

let world: World;
let key: string;
const people: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  key = world.bootstrapKey;
  for (const role of ["reconciler", "engineer", "support"])
    people[role] = (await makePerson(world, { roles: [role] })).cookie;
});
afterAll(() => world.close());

const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const openByHand = async (parts: Record<string, unknown> = {}) => {
  const body = { reason: "charged twice", tool: "refund", idempotency_key: randomUUID(), ...parts };
  const opened = await call(open, { key, body });
  expect(opened.status).toBe(200);
  return caseItem.parse(await opened.json());
};
const evidence = () => [{ kind: "provider", external_id: "re_1", observed_at: new Date().toISOString() }];

test("from opening to acknowledgement, every answer has the shape of the contract", async () => {
  const opened = await openByHand({ occurred_at: ago(hour) });
  const { case_id, idempotency_key } = opened;
  const params = { case_id };
  const query = `?tool=refund&idempotency_key=${idempotency_key}`;
  const pending = await call(ask, { key, query });
  expect(runtimeAnswer.strict().parse(await pending.json())).toEqual({ state: "pending", case_id });
  const cookie = people.reconciler;
  const claimed = await call(claim, { cookie, params, method: "POST" });
  expect(caseItem.strict().parse(await claimed.json()).claimed_by).toBe("Somebody");
  const body = { verdict: "absent", evidence: evidence() };
  const settled = await call(settle, { cookie, params, body });
  expect(settled.status).toBe(200);
  const { verdict_id } = (await settled.json()) as { verdict_id: string };
  const told = runtimeAnswer.strict().parse(await (await call(ask, { key, query })).json());
  expect(told).toMatchObject({
    state: "settled",
    directive: "safe_to_retry",
    retry_with: "same_key",
    verdict_id,
  });
  const taken = await call(acknowledge, { key, params: { verdict_id }, body: { by: "run-1" } });
  expect(acknowledgement.strict().parse(await taken.json()).acknowledged_by).toBe("run-1");
  const detail = await call(readOne, { cookie, params });
  expect(caseDetail.strict().parse(await detail.json()).verdicts).toHaveLength(1);
  const listed = await call(list, { cookie, query: "?view=settled" });
  expect(caseList.strict().parse(await listed.json()).items).toHaveLength(1);
});

test("409 tells who holds it, what stands, and from when; 422 what is missing", async () => {
  const { case_id } = await openByHand({ idempotency_key: undefined, tenant: "acme" });
  const params = { case_id };
  const cookie = people.reconciler;
  const early = { verdict: "absent", evidence: evidence() };
  const refused = async (response: Promise<Response>) => {
    const { status, json } = await response.then(async (one) => ({
      status: one.status,
      json: await one.json(),
    }));
    return { status, ...(json as Record<string, unknown>) };
  };
  expect(await refused(call(settle, { cookie, params, body: early }))).toMatchObject({
    ...{ status: 409, code: "claim_required" },
  });
  await call(claim, { cookie, params, method: "POST" });
  expect(await refused(call(claim, { key, params, method: "POST" }))).toMatchObject({
    ...{
      status: 409,
      code: "claimed_by_other",
      claimed_by: "Somebody",
      claim_expires_at: expect.any(String),
    },
  });
  expect(await refused(call(settle, { cookie, params, body: early }))).toMatchObject({
    ...{ status: 409, code: "effect_may_still_land", permitted_from: expect.any(String) },
  });
  expect(await refused(call(settle, { cookie, params, body: { verdict: "absent" } }))).toMatchObject({
    ...{ status: 422, code: "evidence_required", field: "evidence" },
  });
  const wrong = { verdict: "maybe", evidence: evidence() };
  expect(await refused(call(settle, { cookie, params, body: wrong }))).toMatchObject({
    ...{ status: 422, code: "invalid_verdict" },
  });
  expect(await refused(call(ask, { key, query: "?reference=err_7c1f9a" }))).toMatchObject({ status: 422 });
  expect((await call(giveBack, { cookie, params, method: "DELETE" })).status).toBe(204);
  expect((await call(readOne, { cookie, params: { case_id: randomUUID() } })).status).toBe(404);
});

test("take-next answers 204 when there is none for the filter", async () => {
  const body = { tool: ["no_such_tool"] };
  expect((await call(next, { key, body })).status).toBe(204);
});

test("a key with the cases scope claims and settles under its name, but reads no notes", async () => {
  const cases = await makeKey(world, ["cases"]);
  const { case_id } = await openByHand();
  const params = { case_id };
  await call(addNote, { cookie: people.reconciler, params, body: { text: "the customer is angry" } });
  await call(claim, { key: cases, params, method: "POST" });
  const body = { verdict: "committed", evidence: evidence() };
  expect((await call(settle, { key: cases, params, body })).status).toBe(200);
  const detail = await (await call(readOne, { key: cases, params })).text();
  expect(detail).not.toContain("angry");
  expect(caseDetail.parse(JSON.parse(detail)).verdicts[0]?.by).toBe("test");
});

test("roles: support and engineers neither claim nor settle, a runtime's key neither", async () => {
  const { case_id } = await openByHand();
  const params = { case_id };
  const verdicts = await makeKey(world, ["verdicts", "evidence", "ingest"]);
  for (const who of [{ cookie: people.support }, { cookie: people.engineer }, { key: verdicts }])
    expect((await call(claim, { ...who, params, method: "POST" })).status).toBe(403);
  expect((await call(readOne, { cookie: people.support, params })).status).toBe(404);
});

test("evidence: 202 while it is kept apart, 200 when attached; an unknown effect is no evidence", async () => {
  const idempotency_key = randomUUID();
  const said = { tool: "refund", idempotency_key, effect: "committed", source: "stripe", kind: "callback" };
  const body = { ...said, external_id: "re_9", observed_at: ago(1000) };
  const early = await call(reportEvidence, { key, body });
  expect(early.status).toBe(202);
  expect(evidenceAnswer.strict().parse(await early.json())).toMatchObject({ attached: false });
  const { case_id } = await openByHand({ idempotency_key });
  const later = await call(reportEvidence, { key, body: { ...body, external_id: "re_10" } });
  expect(later.status).toBe(200);
  expect(evidenceAnswer.strict().parse(await later.json())).toMatchObject({ attached: true, case_id });
  const detail = await call(readOne, { key, params: { case_id } });
  expect(caseDetail.parse(await detail.json()).evidence).toHaveLength(2);
  expect((await call(reportEvidence, { key, body: { ...body, effect: "unknown" } })).status).toBe(422);
});

test("tools: an engineer declares, what is left out stays, everyone reads", async () => {
  const params = { tool: "ls\u00a0json" };
  const cookie = people.engineer;
  const put = (body: object) => call(putTool, { cookie, method: "PUT", params, body });
  expect((await put({ in_flight_seconds: 60, owner: "payments" })).status).toBe(200);
  const second = tool.strict().parse(await (await put({ writes: false })).json());
  expect(second).toMatchObject({ in_flight_seconds: 60, owner: "payments", writes: false });
  expect((await put({ key_life_seconds: 1 })).status).toBe(422);
  expect((await put({ link_templates: [{ label: "x", url: "javascript:alert(1)" }] })).status).toBe(422);
  const { items } = toolList.strict().parse(await (await call(listTools, { cookie: people.support })).json());
  expect(items.map((one) => one.tool)).toContain("ls\u00a0json");
});
