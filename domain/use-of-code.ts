import { driftsOf } from "./code-drift";
import type { EventClass } from "./event-class";
import { gather } from "./gather";

/** What was counted of a code with one tool and class. */
export type CountedUse = {
  tool: string;
  class: EventClass;
  unmapped: boolean;
  /** Whether the tool writes, as a person declared it. */
  writes: boolean | null;
  events: number;
  retry_yes: number;
  retry_no: number;
  effect_absent: number;
  effect_committed: number;
  effect_unknown: number;
  lacks_message: number;
  lacks_field: number;
  lacks_correction: number;
  lacks_retry_after: number;
  lacks_effect: number;
  lacking: number;
  lacking_in_reading: number;
  example_reference: string | null;
  example_event_id: string | null;
};

/** How a code was used, over these tools and classes: the sums, what drifts, what is left unsaid. */
export function useOfCode(uses: readonly CountedUse[]) {
  const classes = [...gather(uses, (use) => use.class)]
    .map(([name, rows]) => ({ class: name, events: sum(rows, "events") }))
    .sort((a, b) => b.events - a.events || (a.class < b.class ? -1 : 1));
  const tools = [...gather(uses, (use) => use.tool)]
    .map(([tool, rows]) => ({ tool, events: sum(rows, "events") }))
    .sort((a, b) => b.events - a.events || (a.tool < b.tool ? -1 : 1));
  const events = sum(uses, "events");
  const unmapped = uses.some((use) => use.unmapped);
  const counted = { retry: retryOf(uses), effects: effectsOf(uses) };
  return {
    ...{ unmapped, events, classes, tools, ...counted },
    drifts: driftsOf({ classes, ...counted }, unmapped),
    saying: sayingOf(uses),
  };
}

type Counts = { [K in keyof CountedUse]: CountedUse[K] extends number ? K : never }[keyof CountedUse];
const sum = (uses: readonly CountedUse[], name: Counts) => uses.reduce((all, use) => all + use[name], 0);

function retryOf(uses: readonly CountedUse[]) {
  const [yes, no] = [sum(uses, "retry_yes"), sum(uses, "retry_no")];
  return { yes, no, not_reported: sum(uses, "events") - sum(uses, "effect_unknown") - yes - no };
}

function effectsOf(uses: readonly CountedUse[]) {
  const [absent, committed, unknown] = [
    sum(uses, "effect_absent"),
    sum(uses, "effect_committed"),
    sum(uses, "effect_unknown"),
  ];
  return { absent, committed, unknown, not_reported: sum(uses, "events") - absent - committed - unknown };
}

const LACKS: readonly [Counts, string][] = [
  ["lacks_message", "message"],
  ["lacks_field", "field"],
  ["lacks_correction", "permitted or hint"],
  ["lacks_retry_after", "retry_after"],
  ["lacks_effect", "effect"],
];

/** What bodies leave unsaid of what their class needs (`said-less.ts`); a tool that only reads has no effect to report. */
function sayingOf(uses: readonly CountedUse[]) {
  const judged = uses.map((use) =>
    use.writes === false ? { ...use, lacks_effect: 0, lacking: use.lacking_in_reading } : use,
  );
  const lacking = sum(judged, "lacking");
  const events = sum(judged, "events");
  const worst = judged.toSorted((a, b) => b.lacking - a.lacking).find((use) => use.lacking > 0);
  return {
    lacking,
    share: events === 0 ? null : lacking / events,
    lacks: LACKS.map(([name, field]) => ({ field, events: sum(judged, name) }))
      .filter((lack) => lack.events > 0)
      .sort((a, b) => b.events - a.events),
    example_reference: worst?.example_reference ?? null,
    example_event_id: worst?.example_event_id ?? null,
  };
}
