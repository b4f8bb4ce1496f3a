import { listSilenceRows, readJudgedAt, type SilencePlace } from "@/db/queries/silences";
import type { ValueFilters } from "@/domain/filters";
import { saySilence } from "@/domain/say-silence";
import type { SilenceState } from "@/domain/silence-states";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "@/lib/services/context";

export type ListSilencesInput = Pick<ValueFilters, "service" | "environment" | "tool" | "code"> & {
  state?: SilenceState[] | undefined;
  cursor?: string | undefined;
  limit: number;
};

const PLACE = [cursorPart.instant, cursorPart.int4] as const;

/**
 * Codes that have gone silent by their own rhythm (docs/silence.md), the newest silence first, a page at a time. People
 * confined to tenants read what was judged within those. Throws `invalid_cursor`.
 */
export async function listSilences(ctx: ServiceContext, input: ListSilencesInput) {
  const { state, cursor, limit, ...filters } = input;
  const after = decodeCursor<SilencePlace>(cursor, PLACE);
  const { confinement } = ctx.caller;
  const rows = await listSilenceRows(ctx.db, { filters, state, confinement }, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.silence;
  return {
    judged_at: await readJudgedAt(ctx.db),
    items: page.map(({ silence: { level: _, ...silence }, retired_at }) => ({
      ...silence,
      retired_at,
      why: saySilence(silence),
    })),
    next_cursor: rows.length > page.length && last ? encodeCursor([last.since, last.silence_id]) : null,
  };
}
