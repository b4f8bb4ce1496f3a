import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, exists, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { people } from "@/db/schema/people";
import { savedViews } from "@/db/schema/saved-views";
import { type Confinement, isUnconfined } from "@/domain/permissions";
import type { ViewedPage } from "@/domain/saved-view";
import type { Actor } from "./change-cases";
import { confinedAlike } from "./confinement";
import { lockShards } from "./shard-locks";

export type SavedViewRow = typeof savedViews.$inferSelect;
export type ViewToSave = Pick<SavedViewRow, "page" | "name" | "query" | "shared">;

const MOST_LISTED = 500;

/**
 * The person's own of these pages by name, then those that others share. A view names tenants and keys, so it does not leave its
 * owner's part: who is confined gets those of people confined in the very same way, as their owner is now.
 */
export function listSavedViewRows(
  db: Database,
  person_id: string,
  confinement: Confinement,
  pages: readonly ViewedPage[],
): Promise<SavedViewRow[]> {
  const owners = db
    .select()
    .from(people)
    .where(and(eq(sql`${people.id}::text`, savedViews.person_id), confinedAlike(confinement, people)));
  const reached = isUnconfined(confinement) ? undefined : exists(owners);
  return db
    .select()
    .from(savedViews)
    .where(
      and(
        inArray(savedViews.page, [...pages]),
        or(eq(savedViews.person_id, person_id), and(eq(savedViews.shared, true), reached)),
      ),
    )
    .orderBy(
      desc(sql`${savedViews.person_id} = ${person_id}`),
      asc(sql`lower(${savedViews.name})`),
      asc(savedViews.view_id),
    )
    .limit(MOST_LISTED);
}

/** Lets a person save views one after another, so that names stay apart and their number bounded. */
export function lockSavedViews(tx: Transaction, person_id: string): Promise<void> {
  return lockShards(tx, "saved_views", [person_id], "alone");
}

/** What the person has beside `except`: how many, and whether one of that page goes by this name, in any case. */
export async function surveySavedViews(
  tx: Transaction,
  person_id: string,
  { name, page }: Pick<ViewToSave, "name" | "page">,
  except: string | null,
): Promise<{ count: number; taken: boolean }> {
  const own = sql`coalesce((select page from ${savedViews} as changed where changed.view_id = ${except}), ${page})`;
  const [survey] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      taken: sql<boolean>`coalesce(bool_or(lower(${savedViews.name}) = lower(${name}) and ${savedViews.page} = ${own}), false)`,
    })
    .from(savedViews)
    .where(
      and(eq(savedViews.person_id, person_id), except === null ? undefined : ne(savedViews.view_id, except)),
    );
  return survey ?? { count: 0, taken: false };
}

export async function insertSavedView(
  tx: Transaction,
  view: ViewToSave,
  by: Actor,
  now: string,
): Promise<SavedViewRow> {
  const [row] = await tx
    .insert(savedViews)
    .values({
      ...{ view_id: randomUUID(), person_id: by.id, by: by.name },
      ...view,
      ...{ created_at: now, updated_at: now },
    })
    .returning();
  if (row === undefined) throw new Error("the insert of a saved view returned no row");
  return row;
}

const own = (view_id: string, person_id: string): SQL | undefined =>
  and(eq(savedViews.view_id, view_id), eq(savedViews.person_id, person_id));

/** A view stays one of its page. Null when the person has no such view. */
export async function updateSavedView(
  tx: Transaction,
  view_id: string,
  { name, query, shared }: ViewToSave,
  by: Actor,
  now: string,
): Promise<SavedViewRow | null> {
  const rows = await tx
    .update(savedViews)
    .set({ name, query, shared, by: by.name, updated_at: now })
    .where(own(view_id, by.id))
    .returning();
  return rows[0] ?? null;
}

/** Null when the person has no such view. */
export async function deleteSavedView(
  tx: Transaction,
  view_id: string,
  person_id: string,
): Promise<SavedViewRow | null> {
  const rows = await tx.delete(savedViews).where(own(view_id, person_id)).returning();
  return rows[0] ?? null;
}
