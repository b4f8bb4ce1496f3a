import { countFailuresOfTools, type LeakPart, type LeakQuestion, readLeaks } from "@/db/queries/leaks";
import { inSnapshot } from "@/db/queries/rates";
import { validationError } from "@/domain/errors";
import type { LeakKind } from "@/domain/leak-kinds";
import { WHOLE_BODY } from "@/domain/leaks-in-body";
import type { ServiceContext } from "../context";

export type ListLeaksInput = {
  from?: string | undefined;
  to?: string | undefined;
  kind?: LeakKind[] | undefined;
  tool?: string[] | undefined;
  service?: string[] | undefined;
  environment?: string[] | undefined;
  tenant?: string[] | undefined;
};

const DAY_MS = 86_400_000;
const DAYS = 7;

/**
 * What leaked into bodies that callers got, by tool, with the share of the tool's failures in the same days of UTC.
 * Throws `invalid_range` when the first day is after the last.
 */
export async function listLeaks(ctx: ServiceContext, input: ListLeaksInput) {
  const range = daysOf(ctx.now(), input);
  const { kind = [], tool, service, environment, tenant } = input;
  const question: LeakQuestion = {
    ...{ ...range, kind, tool, service, environment, tenant },
    confinement: ctx.caller.confinement,
  };
  const { parts, failures } = await inSnapshot(ctx.db, async (tx) => {
    const parts = await readLeaks(tx, question);
    return {
      parts,
      failures: await countFailuresOfTools(tx, question, [...new Set(parts.map((one) => one.tool))]),
    };
  });
  return { ...range, items: byTool(parts, failures, kind.length === 0) };
}

function daysOf(now: Date, { from, to }: Pick<ListLeaksInput, "from" | "to">) {
  const last = to ?? now.toISOString().slice(0, 10);
  const first = from ?? new Date(Date.parse(last) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  if (first <= last) return { from: first, to: last };
  throw validationError("invalid_range", "`from` is after `to`.", {
    ...{ field: "from", received: first },
    hint: "Both days are included; name the first as `from`.",
  });
}

/** Tools by how many of their events leaked, or by what is found of the chosen kinds. */
function byTool(rows: readonly LeakPart[], failures: ReadonlyMap<string, number>, whole: boolean) {
  const tools = new Map<string, { whole: number; last_seen_at: string; parts: LeakPart[] }>();
  for (const row of rows) {
    const of = tools.get(row.tool) ?? { whole: 0, last_seen_at: row.last_seen_at, parts: [] };
    if (row.field === WHOLE_BODY) of.whole += row.events;
    else of.parts.push(row);
    if (row.last_seen_at > of.last_seen_at) of.last_seen_at = row.last_seen_at;
    tools.set(row.tool, of);
  }
  const items = [...tools].map(([tool, of]) => {
    const all = failures.get(tool) ?? 0;
    return {
      tool,
      events: whole ? of.whole : null,
      failures: all,
      share: whole && all > 0 ? of.whole / all : null,
      last_seen_at: of.last_seen_at,
      parts: of.parts.map(({ tool: _tool, ...part }) => part),
    };
  });
  const weight = (item: (typeof items)[number]) =>
    item.events ?? Math.max(0, ...item.parts.map((part) => part.events));
  return items.sort((a, b) => weight(b) - weight(a) || (a.tool < b.tool ? -1 : 1));
}
