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

/** Some of these filters at a time: all of them together are mostly empty. */
const filtersOf = (names: readonly (keyof typeof FILTERS)[], { min, max }: { min: number; max: number }) =>
  fc
    .tuple(fc.record(FILTERS), fc.subarray([...names], { minLength: min, maxLength: max }))
    .map(
      ([all, chosen]): EventFilters =>
        Object.fromEntries(Object.entries(all).filter(([name]) => chosen.some((each) => each === name))),
    );

const FILTER_NAMES = Object.keys(FILTERS).filter((name): name is keyof typeof FILTERS => name in FILTERS);

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

const anyQuestion = fc.record({
  filters: filtersOf(FILTER_NAMES, { min: 1, max: 2 }),
  range,
  confinement,
  tz: fc.constantFrom(...ZONES),
  group_by: fc.constantFrom(undefined, ...GROUPINGS),
  call_group: fc.constantFrom(undefined, ...CALL_GROUPINGS),
  top: fc.constantFrom(undefined, 1, 2, 3),
});
export type Question = typeof anyQuestion extends fc.Arbitrary<infer Asked> ? Asked : never;

/** What days answer that are folded to one part: nobody is confined, and nothing is asked beside that part and the class. */
const foldable = fc
  .tuple(anyQuestion, filtersOf(["class", "unmapped"], { min: 0, max: 1 }), fc.constantFrom("1h", "6h", "1d"))
  .map(([asked, filters, step]): Question => {
    const own = PARTS.find((part) => part === asked.group_by);
    const values = own === undefined ? undefined : asked.filters[own];
    const own_filter = own === undefined || values === undefined ? {} : { [own]: values };
    return {
      ...{ ...asked, filters: { ...filters, ...own_filter }, confinement: UNCONFINED },
      range: { ...asked.range, step: asked.range.step.endsWith("m") ? step : asked.range.step },
    };
  });

const PARTS = ["tool", "code", "effect", "release"] as const;

export const question = fc.oneof({ weight: 2, arbitrary: anyQuestion }, { weight: 1, arbitrary: foldable });
