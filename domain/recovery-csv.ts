import { csvLine } from "./csv";
import { type AttemptDistribution, cumulate } from "./recovery";

type Sides = {
  all: AttemptDistribution;
  compared: { before: AttemptDistribution; after: AttemptDistribution } | null;
};
type Recovery = {
  known_from: string;
  total: Sides;
  items: readonly (Sides & { tool: string; code: string; class: string | null })[];
};

const FIGURES = [
  "episodes", "recovered", "gave_up", "escalated", "gave_up_share", "p50", "p90", "p99", "max",
] as const satisfies readonly (keyof AttemptDistribution)[]; // biome-ignore format: one list
const PLACE = ["tool", "code", "class", "side", "known_from"];

/** The figures of everything (tool and code empty) and of each pair, a line for each side. */
export function recoveryFiguresCsv(recovery: Recovery): string {
  const lines = sidesOf(recovery).map(({ place, of }) => csvLine([...place, ...figuresOf(of)]));
  return csvLine([...PLACE, ...FIGURES]) + lines.join("");
}

/** How many episodes took how many attempts, and the share that took at most so many: the curve as rows. */
export function recoveryAttemptsCsv(recovery: Recovery): string {
  const lines = sidesOf(recovery).flatMap(({ place, of }) =>
    cumulate(of.attempts).map(({ attempts, episodes, share }) =>
      csvLine([...place, attempts, episodes, share]),
    ),
  );
  return csvLine([...PLACE, "attempts", "episodes", "share_at_most"]) + lines.join("");
}

const figuresOf = (of: AttemptDistribution) => FIGURES.map((name) => of[name]);

function sidesOf({ known_from, total, items }: Recovery) {
  const rows = [{ ...total, tool: null, code: null, class: null }, ...items];
  return rows.flatMap(({ tool, code, class: errorClass, all, compared }) => {
    const place = (side: string) => [tool, code, errorClass, side, known_from];
    const whole = { place: place("all"), of: all };
    if (compared === null) return [whole];
    const { before, after } = compared;
    return [whole, { place: place("before"), of: before }, { place: place("after"), of: after }];
  });
}
