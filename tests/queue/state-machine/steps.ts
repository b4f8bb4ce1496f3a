import fc from "fast-check";
import { VERDICTS } from "@/domain/verdict";

/**
 * Tools and their rules, said here once more so that the model does not read them from what it checks.
 * `charge` wants a second person, `topup` lets machines settle and forgets its keys after an hour.
 */
export const TOOLS = {
  refund: { in_flight: 900, key_life: 86_400, second: false, automatic: false },
  charge: { in_flight: 900, key_life: 86_400, second: true, automatic: false },
  topup: { in_flight: 300, key_life: 3_600, second: false, automatic: true },
} as const;
export type ToolName = keyof typeof TOOLS;

export const PEOPLE = ["ann", "bob", "carl", "key"] as const;

const who = fc.constantFrom(...PEOPLE);
/** Which case: the index among those there are, counted round. */
const which = fc.oneof(fc.nat(1), fc.nat(5));
const ago = (most: number) => fc.oneof(fc.nat(60), fc.nat(most));

export type Intent = {
  tenant: string | null;
  environment: string;
  tool: ToolName;
  idempotency_key: string | null;
};

const named = (
  tenant: string | null,
  environment: string,
  tool: ToolName,
  idempotency_key: string | null,
) => ({
  ...{ tenant, environment, tool, idempotency_key },
});
/** One key in several tenants, environments and tools: few enough that each comes again and again. */
const intent = fc.constantFrom<Intent>(
  ...[named("a", "production", "refund", "k1"), named("a", "production", "refund", "k1")],
  ...[named("a", "production", "topup", "k1"), named("a", "production", "topup", "k1")],
  ...[named("a", "production", "charge", "k1"), named("b", "production", "refund", "k1")],
  ...[named("a", "staging", "refund", "k1"), named(null, "production", "topup", "k2")],
  named("b", "production", "refund", null),
);

export const attempt = fc.record({
  intent,
  effect: fc.constantFrom("unknown", "unknown", "unknown", "absent", "committed", null, "inferred"),
  arguments_hash: fc.constantFrom("x", "x", "x", "y", null),
  ago: fc.oneof(fc.nat(300), fc.nat(1_500), fc.nat(100_000)),
});
export type AttemptStep = typeof attempt extends fc.Arbitrary<infer T> ? T : never;

const of = <T extends string, R extends Record<string, unknown>>(
  name: T,
  rest: { [K in keyof R]: fc.Arbitrary<R[K]> },
) => fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<{ do: T } & R>;

/** Both ways of looking, and the verdict that can pay twice more often than the others. */
const verdict = fc.constantFrom("absent", "absent", "absent", ...VERDICTS);
const effect = fc.constantFrom("committed", "absent");
const overrules = fc.constantFrom("none", "all", "all", "some");

const write = fc.oneof(
  { arbitrary: of("attempts", { items: fc.array(attempt, { minLength: 1, maxLength: 3 }) }), weight: 6 },
  { arbitrary: of("claim", { who, which }), weight: 4 },
  { arbitrary: of("release", { who, which }), weight: 1 },
  { arbitrary: of("take", { who }), weight: 3 },
  {
    arbitrary: of("settle", {
      who,
      which,
      verdict,
      overrules,
      ago: ago(1_200),
      external_id: fc.constantFrom("re_1", "re_2"),
    }),
    weight: 6,
  },
  { arbitrary: of("work", { who, which, verdict, overrules, ago: fc.nat(1_000) }), weight: 6 },
  { arbitrary: of("approve", { who, which, agree: fc.constantFrom(true, true, false) }), weight: 3 },
  { arbitrary: of("report", { intent, named: fc.boolean(), effect, ago: ago(5_000) }), weight: 5 },
  {
    arbitrary: of("see", {
      who,
      which,
      effect: fc.constantFrom("committed", "absent", null),
      ago: ago(3_000),
    }),
    weight: 2,
  },
  { arbitrary: of("poll", { which }), weight: 4 },
  {
    arbitrary: of("acknowledge", {
      which,
      run: fc.constantFrom("run-1", "run-2"),
      old: fc.constantFrom(false, false, true),
    }),
    weight: 4,
  },
  { arbitrary: of("reopen", { who, which }), weight: 2 },
  { arbitrary: of("by_hand", { who, intent }), weight: 1 },
  { arbitrary: of("snooze", { who, which, seconds: fc.integer({ min: -10, max: 90_000 }) }), weight: 2 },
  { arbitrary: of("wake", { who, which }), weight: 1 },
  { arbitrary: of("escalate", { who, which }), weight: 1 },
  { arbitrary: of("deescalate", { who, which }), weight: 1 },
  { arbitrary: of("assign", { who, which, to: fc.constantFrom("ann", "bob", "carl") }), weight: 1 },
  {
    arbitrary: of("find", { who, which, found: fc.constantFrom("absent", "absent", "committed") }),
    weight: 2,
  },
  { arbitrary: of("rescue", {}), weight: 1 },
);
export type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

export const step = fc.oneof(
  { arbitrary: write, weight: 12 },
  {
    arbitrary: of("wait", { seconds: fc.constantFrom(1, 60, 301, 900, 901, 3_600, 20_000, 86_400) }),
    weight: 3,
  },
  { arbitrary: of("both", { one: write, two: write }), weight: 3 },
  { arbitrary: of("crash", { in: write }), weight: 1 },
  { arbitrary: of("bulk", { who: fc.constantFrom("ann", "carl"), verdict, ago: fc.nat(1_000) }), weight: 1 },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
