import { listReleaseRows, type ReleaseFilters, type ReleasePlace } from "@/db/queries/releases";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";

export type ListReleasesInput = ReleaseFilters & { cursor?: string | undefined; limit: number };

const PLACE = [cursorPart.instant, cursorPart.int4] as const;

/** Markers for the time axis, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listReleases(ctx: ServiceContext, input: ListReleasesInput) {
  const after = decodeCursor<ReleasePlace>(input.cursor, PLACE);
  const { confinement } = ctx.caller;
  const rows = await listReleaseRows(
    ctx.db,
    { filters: input, confinement },
    { after, limit: input.limit + 1 },
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map(({ release_id: _, ...item }) => item),
    next_cursor: rows.length > page.length && last ? encodeCursor([last.released_at, last.release_id]) : null,
  };
}
