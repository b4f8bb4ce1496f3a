import fc from "fast-check";
import type { EventFilters } from "@/domain/filters";
import { UNCONFINED } from "@/domain/permissions";
import { CALL_GROUPINGS, GROUPINGS } from "@/domain/rate-rows";
import type { Step } from "@/domain/steps";
import { CLOCK_CHANGES, DAY, HOUR, isoOf, NOW, VALUES, ZONES } from "./exact-world";

/* What may be asked of the world of `exact-world.ts`: by whom, of which part, over which days and in which steps. */

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });

const FILTERS = {
  service: some(VALUES.service),
  environment: some(VALUES.environment),
  tenant: some(VALUES.tenant),
  tool: some(VALUES.tool),
  code: some(VALUES.code),
  class: some(["validation", "transient", "unclassified"] as const),
  effect: some(["absent", "unknown", "null"] as const),
  release: some(VALUES.release),
  unmapped: some(["true", "false"] as const),
  absent: some(["service", "environment", "tenant", "release"] as const),
  except: some([
    ...["tool:book_slot", "class:validation", "code:internal_error", "effect:", "effect:absent", "service:"],
    ...["tenant:acme", "tenant:", "environment:staging", "release:1.0"],
  ]),
};

/** One or two filters at a time: all of them together are mostly empty. */
const fewFilters = fc
  .tuple(fc.record(FILTERS), fc.subarray(Object.keys(FILTERS), { minLength: 1, maxLength: 2 }))
  .map(
    ([all, names]): EventFilters =>
      Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  );

/** Steps with how many days of them fit into an answer. */
const STEPS: [Step, number][] = [
  ["1m", 1],
  ["5m", 6],
  ["15m", 20],
  ["1h", 60],
  ["6h", 79],
  ["1d", 79],
];

const range = fc
  .record({
    step: fc.constantFrom(...STEPS),
    days: fc.double({ min: 0.02, max: 79, noNaN: true }),
    around: fc.constantFrom(null, null, ...CLOCK_CHANGES),
    ago: fc.double({ min: 0, max: 78, noNaN: true }),
  })
  .map(({ step: [step, most], days, around, ago }) => {
    const length = Math.min(days, most) * DAY;
    const end = around === null ? NOW - ago * DAY : around + Math.min(length / 2, 30 * HOUR);
    return { step, from: isoOf(Math.floor(end - length)), to: isoOf(Math.min(Math.floor(end), NOW)) };
  });

const confined = (values: readonly string[]) => fc.option(fc.subarray([...values]), { nil: null, freq: 3 });
const confinement = fc.option(
  fc.record({
    tenants: confined(VALUES.tenant),
    environments: confined(VALUES.environment),
    services: confined(VALUES.service),
  }),
  { nil: UNCONFINED, freq: 2 },
);

export const question = fc.record({
  filters: fewFilters,
  range,
  confinement,
  tz: fc.constantFrom(...ZONES),
  group_by: fc.constantFrom(undefined, ...GROUPINGS),
  call_group: fc.constantFrom(undefined, ...CALL_GROUPINGS),
  top: fc.constantFrom(undefined, 1, 2, 3),
});
export type Question = typeof question extends fc.Arbitrary<infer Asked> ? Asked : never;
