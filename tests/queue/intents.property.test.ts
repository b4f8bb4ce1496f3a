import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AttemptInput } from "@/domain/attempt";
import type { Verdict } from "@/domain/verdict";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { openQueueWorld, type QueueWorld, seen, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const intent = fc.record({
  tenant: fc.constantFrom("a", null),
  environment: fc.constant("production"),
  service: fc.constant("billing"),
  tool: fc.constantFrom("refund", "charge"),
  idempotency_key: fc.constant("k1"),
});
type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  fc.record({
    do: fc.constant("attempts" as const),
    items: fc.array(
      fc.record({
        intent,
        effect: fc.constantFrom("unknown", "absent", "committed", null),
        arguments_hash: fc.constantFrom("x", "y"),
        seconds_ago: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 200_000 })),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({
    do: fc.constant("evidence" as const),
    intent,
    named: fc.boolean(),
    effect: fc.constantFrom("committed" as const, "absent" as const),
    seconds_ago: fc.integer({ min: 0, max: 100_000 }),
  }),
  fc.record({
    do: fc.constant("settle" as const),
    intent,
    // The one that can pay twice, most of the time.
    verdict: fc.constantFrom<Verdict>(
      "absent",
      "absent",
      "absent",
      "committed",
      "compensated",
      "undeterminable",
    ),
    seconds_ago: fc.integer({ min: 0, max: 1200 }),
  }),
  fc.record({ do: fc.constant("acknowledge" as const), intent }),
  fc.record({
    do: fc.constant("wait" as const),
    seconds: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 90_000 })),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const partsOf = ({ tenant, environment, service, tool, idempotency_key }: Intent) => ({
  ...{ tenant, environment, service, tool, idempotency_key },
});
const intentOf = (one: Intent) => [one.tenant, one.environment, one.tool, one.idempotency_key];
type Question = Record<"tenant" | "environment", string | null> &
  Record<"service" | "tool" | "idempotency_key", string>;
/** How a runtime names exactly one intent. */
const question = (one: Question) => ({
  target: { ...one, tenant: one.tenant ?? "", environment: one.environment ?? "" },
  wait_seconds: 0,
});

/** Refusals are part of the rules; anything else that is thrown is a fault. */
async function allowing<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act;
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (/^(effect_may_still_land|evidence_says_committed|already_|verdict_|claimed_by_other)/.test(code))
      return null;
    throw error;
  }
}

async function run(world: QueueWorld, one: Step): Promise<void> {
  const { clock } = world;
  if (one.do === "wait") return clock.move(one.seconds);
  if (one.do === "attempts") {
    const attempts = one.items.map((item) =>
      unknown(clock, {
        ...partsOf(item.intent),
        ...{ effect: item.effect as AttemptInput["effect"], arguments_hash: item.arguments_hash },
        occurred_at: clock.at(-item.seconds_ago),
        snapshot: { intent: JSON.stringify(intentOf(item.intent)) },
      }),
    );
    await Promise.all([world.join(...attempts), world.join(...[...attempts].reverse())]);
    return;
  }
  if (one.do === "evidence") {
    const { tenant, environment, ...rest } = one.intent;
    const named = one.named ? { tenant: tenant ?? "", environment: environment ?? "" } : {};
    await world.report(one.effect, { ...rest, ...named, observed_at: clock.at(-one.seconds_ago) });
    return;
  }
  const answer = await awaitVerdict(world.runtime, question(one.intent));
  if (answer.case_id === undefined) return;
  if (one.do === "acknowledge") {
    if (answer.verdict_id === undefined) return;
    const { verdict_id } = answer;
    await allowing(acknowledgeVerdict(world.runtime, { verdict_id, by: "run" }));
    return;
  }
  await settleSafely(world, answer.case_id, one.verdict, one.seconds_ago);
}

/** No `safe_to_retry` before it is safe: checked here against the times, not by the rule under test. */
async function settleSafely(world: QueueWorld, case_id: string, verdict: Verdict, seconds_ago: number) {
  const { clock, ann } = world;
  if ((await allowing(claimCase(ann, { case_id }))) === null) return;
  const before = await readCase(ann, { case_id });
  const observed_at = clock.at(-seconds_ago);
  const issued = await allowing(issueVerdict(ann, { case_id, verdict, evidence: [seen(observed_at)] }));
  if (issued === null || verdict !== "absent") return;
  const last =
    before.attempts
      .map((one) => one.occurred_at)
      .sort()
      .at(-1) ?? "";
  const key_lives = before.key_expires_at !== null && before.key_expires_at > clock.iso;
  const protectedByKey = key_lives && !before.flags.includes("key_reused");
  if (!protectedByKey) expect(Date.parse(observed_at)).toBeGreaterThanOrEqual(Date.parse(last) + 900_000);
  expect(issued.retry_with).toBe(protectedByKey ? "same_key" : "new_key");
}

async function assertNothingCrossed(world: QueueWorld): Promise<void> {
  const { sql } = world.database;
  const crossed = await sql`
    select 'attempt' from attempts a join cases c using (case_id)
      where (a.snapshot->>'intent')::jsonb is distinct from jsonb_build_array(c.tenant, c.environment, c.tool, c.idempotency_key)
    union all
    select 'evidence' from evidence e join cases c using (case_id) where e.verdict_id is null
      and (e.tool <> c.tool or e.idempotency_key <> c.idempotency_key
        or not (e.any_tenant or e.tenant is not distinct from c.tenant)
        or not (e.any_environment or e.environment is not distinct from c.environment))
    union all
    select 'open but with a verdict' from cases where state <> 'settled' and verdict_id is not null
    union all
    select 'two that stand' from verdicts where state = 'settled' and superseded_at is null
      group by case_id having count(*) > 1
    union all
    select 'a second verdict of one opening' from verdicts where state <> 'voided'
      group by case_id, opening having count(*) > 1
    union all
    select 'lost its case' from attempts where effect = 'unknown' and case_id is null`;
  expect(crossed).toEqual([]);
  const settled = await sql<
    {
      case_id: string;
      tenant: string | null;
      environment: string | null;
      tool: string;
      idempotency_key: string;
    }[]
  >`
    select distinct on (intent_hash) case_id, tenant, environment, tool, idempotency_key from cases
    order by intent_hash, first_attempt_at desc, generation desc`;
  for (const { case_id, tenant, environment, tool, idempotency_key } of settled) {
    const asked = { tenant, environment, service: "billing", tool, idempotency_key };
    const answer = await awaitVerdict(world.runtime, question(asked));
    expect(answer.case_id).toBe(case_id);
    if (answer.state !== "settled") expect(answer).not.toHaveProperty("directive");
  }
}

test("whatever happens in whatever order, no verdict crosses an intent, none is given twice or too early", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        for (const one of steps) await run(world, one);
        await assertNothingCrossed(world);
      })
      .afterEach(async () => {
        await world.database.sql`truncate cases, attempts, claims, evidence, verdicts, notes, outbox cascade`;
      }),
    { numRuns: 15, seed: 4 },
  );
});
