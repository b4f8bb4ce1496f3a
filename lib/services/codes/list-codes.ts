import { readCodeRows, readCodeUses, readRegistry } from "@/db/queries/code-registry";
import { inSnapshot } from "@/db/queries/rates";
import { gather } from "@/domain/gather";
import { type CodesInput, codesQuestion, describeCode, rangeOf, readPoints } from "../code-readings";
import type { ServiceContext } from "../context";

const CODES_MOST = 500;

/**
 * Every code ever seen with how it was used in the range: classes, tools, effects, what drifts and what is left unsaid.
 * Under a filter only codes that failed so. Throws `invalid_range`.
 */
export async function listCodes(ctx: ServiceContext, input: CodesInput) {
  const question = codesQuestion(ctx, input);
  const range = rangeOf(question);
  return inSnapshot(ctx.db, async (tx) => {
    const rows = await readCodeRows(tx, question);
    const [uses, registry, pointsOf] = await Promise.all([
      readCodeUses(tx, question, rows),
      readRegistry(tx, question.confinement),
      readPoints(tx, question, rows),
    ]);
    const ofCode = gather(uses, ({ code }) => code);
    const failures = uses.reduce((sum, { events }) => sum + events, 0);
    const codes = registry
      .filter(({ code }) => !isNarrow(input) || ofCode.has(code))
      .map((known) =>
        describeCode(known, ofCode.get(known.code) ?? [], {
          ...{ failures, points: pointsOf(known.code), from: range.from },
        }),
      )
      .sort(byUse);
    return { ...range, failures, codes: codes.length, items: codes.slice(0, CODES_MOST) };
  });
}

const NARROWING = ["service", "environment", "tenant", "tool", "code", "class"] as const;
const isNarrow = (input: CodesInput) => NARROWING.some((name) => (input[name]?.length ?? 0) > 0);

type Sortable = { code: string; events: number; last_seen_at: string | null };

function byUse(a: Sortable, b: Sortable): number {
  if (a.events !== b.events) return b.events - a.events;
  const lastSeen = a.events > 0 ? 0 : (b.last_seen_at ?? "").localeCompare(a.last_seen_at ?? "");
  return lastSeen || (a.code < b.code ? -1 : 1);
}
