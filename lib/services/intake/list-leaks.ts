import {
  countFailuresOfTools,
  type LeakPart,
  type LeakQuestion,
  readLeakingTools,
  readLeakParts,
} from "@/db/queries/leaks";
import { inSnapshot } from "@/db/queries/rates";
import { validationError } from "@/domain/errors";
import type { LeakKind } from "@/domain/leak-kinds";
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
  return inSnapshot(ctx.db, async (tx) => {
    const { tools, rows } = await readLeakingTools(tx, question);
    const names = rows.map(({ tool }) => tool);
    const parts = byTool(await readLeakParts(tx, question, names));
    const failures = await countFailuresOfTools(tx, question, names);
    const items = rows.map((row) => toItem(row, failures.get(row.tool) ?? 0, parts.get(row.tool) ?? []));
    return { ...range, tools, items };
  });
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

function byTool(parts: readonly LeakPart[]): Map<string, LeakPart[]> {
  const tools = new Map<string, LeakPart[]>();
  for (const part of parts) {
    const known = tools.get(part.tool);
    if (known) known.push(part);
    else tools.set(part.tool, [part]);
  }
  return tools;
}

function toItem(
  { tool, events, last_seen_at }: { tool: string; events: number | null; last_seen_at: string },
  failures: number,
  parts: readonly LeakPart[],
) {
  return {
    ...{ tool, events, failures, last_seen_at },
    share: events !== null && failures > 0 ? events / failures : null,
    parts_found: parts[0]?.of ?? 0,
    parts: parts.map(({ tool: _tool, of: _of, ...part }) => part),
  };
}
