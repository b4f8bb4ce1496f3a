import type { ErrorClass } from "@/domain/errors";
import type { Random } from "./random";

type Weighted<T> = readonly (readonly [value: T, weight: number])[];
export type RecoveryOutcome = "recovered" | "gave_up" | "escalated";

function draw<T>(random: Random, table: Weighted<T>, fallback: T): T {
  let at = random.next() * table.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of table) {
    at -= weight;
    if (at < 0) return value;
  }
  return fallback;
}

/** A body that says what to correct ends the matter soon. */
const FAILURES_NAMED: Record<ErrorClass, Weighted<number>> = {
  validation: [[1, 78], [2, 18], [3, 4]],
  not_found: [[1, 75], [2, 20], [3, 5]],
  authorization: [[1, 85], [2, 15]],
  transient: [[1, 60], [2, 25], [3, 15]],
  system: [[1, 70], [2, 30]],
  semantic: [[1, 90], [2, 10]],
}; // biome-ignore format: a table
/** A body that says nothing is sent again, and again. */
const FAILURES_UNMAPPED: Weighted<number> = [
  [1, 22],
  [2, 28],
  [3, 24],
  [4, 14],
  [6, 12],
];

const OUTCOMES_NAMED: Record<ErrorClass, Weighted<RecoveryOutcome>> = {
  validation: [
    ["recovered", 90],
    ["gave_up", 7],
    ["escalated", 3],
  ],
  not_found: [
    ["recovered", 74],
    ["gave_up", 18],
    ["escalated", 8],
  ],
  authorization: [
    ["gave_up", 35],
    ["escalated", 65],
  ],
  transient: [
    ["recovered", 91],
    ["gave_up", 7],
    ["escalated", 2],
  ],
  system: [
    ["recovered", 40],
    ["gave_up", 30],
    ["escalated", 30],
  ],
  semantic: [
    ["recovered", 55],
    ["gave_up", 30],
    ["escalated", 15],
  ],
};
const OUTCOMES_UNMAPPED: Weighted<RecoveryOutcome> = [
  ["recovered", 45],
  ["gave_up", 36],
  ["escalated", 19],
];

/** How often a call fails before the episode ends, and how it ends. */
export function drawAttempts(random: Random, errorClass: ErrorClass, mapped: boolean) {
  return {
    failures: draw(random, mapped ? FAILURES_NAMED[errorClass] : FAILURES_UNMAPPED, 1),
    outcome: draw(random, mapped ? OUTCOMES_NAMED[errorClass] : OUTCOMES_UNMAPPED, "gave_up" as const),
  };
}
