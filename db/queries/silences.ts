import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { codes } from "@/db/schema/codes";
import { silenceRuns, silences } from "@/db/schema/silences";
import type { ValueFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import type { SilenceState } from "@/domain/silence-states";
import { confine } from "./confinement";
import { matching } from "./event-filter";

export type SilencesQuestion = {
  filters: Pick<ValueFilters, "service" | "environment" | "tool" | "code">;
  state: readonly SilenceState[] | undefined;
  confinement: Confinement;
};

/** The place of a silence in the list. */
export type SilencePlace = [since: string, silence_id: number];

/**
 * Silences below `after`, the newest first, down `silences_by_since`. Who is confined to tenants reads those judged within
 * their tenants: one judged over all tenants would tell them of the others.
 */
export function listSilenceRows(
  db: Database | Transaction,
  { filters, state, confinement }: SilencesQuestion,
  page: { after: SilencePlace | null; limit: number },
) {
  const level = confinement.tenants === null ? "full" : "tenant";
  const unknown = { class: null, effect: null, release: null, unmapped: null };
  return db
    .select({ silence: silences, retired_at: codes.retired_at })
    .from(silences)
    .leftJoin(codes, eq(codes.code, silences.code))
    .where(
      and(
        eq(silences.level, level),
        matching(filters, { ...silences, ...unknown }),
        state === undefined || state.length === 0 ? undefined : inArray(silences.state, [...state]),
        confine(confinement, { ...silences, tenant: level === "tenant" ? silences.tenant : null }),
        page.after === null ? undefined : below(page.after),
      ),
    )
    .orderBy(desc(silences.since), desc(silences.silence_id))
    .limit(page.limit);
}

const below = ([since, silence_id]: SilencePlace): SQL =>
  sql`(${silences.since}, ${silences.silence_id}) < (${since}::timestamptz, ${silence_id}::int)`;

/** When silences were last judged; null: not yet. */
export async function readJudgedAt(db: Database | Transaction): Promise<string | null> {
  const [row] = await db.select({ judged_at: silenceRuns.judged_at }).from(silenceRuns);
  return row?.judged_at ?? null;
}
