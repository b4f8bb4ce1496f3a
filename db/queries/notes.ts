import { and, desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { notes } from "@/db/schema/notes";
import type { Actor } from "./change-cases";
import type { CaseRow } from "./lock-cases";

export type NoteRow = typeof notes.$inferSelect;

export type NewNote = { case_id: string; kind: NoteRow["kind"]; text: string; by: Actor; now: string };

export async function insertNote(tx: Database | Transaction, note: NewNote): Promise<NoteRow> {
  const [row] = await insertNotes(tx, [note]);
  if (row === undefined) throw new Error("the insert of a note returned no row");
  return row;
}

export function insertNotes(tx: Database | Transaction, items: readonly NewNote[]): Promise<NoteRow[]> {
  return tx
    .insert(notes)
    .values(
      items.map(({ case_id, kind, text, by, now }) => ({
        ...{ case_id, kind, text },
        ...{ by: by.name, by_id: by.id, created_at: now },
      })),
    )
    .returning();
}

/** Whether the reporter gave this very reason before: the one the case was opened for, or one since. */
export async function isReported(
  tx: Transaction,
  about: Pick<CaseRow, "case_id" | "reason" | "reporter_ids">,
  reporter_id: string,
  reason: string,
): Promise<boolean> {
  if (about.reason === reason && about.reporter_ids[0] === reporter_id) return true;
  const byThem = and(
    eq(notes.case_id, about.case_id),
    eq(notes.kind, "report"),
    eq(notes.by_id, reporter_id),
  );
  const rows = await tx
    .select({ note_id: notes.note_id })
    .from(notes)
    .where(and(byThem, eq(notes.text, reason)))
    .limit(1);
  return rows.length > 0;
}

/** The newest `limit` of what people told each other about a case, oldest first. */
export async function listNotes(
  db: Database | Transaction,
  case_id: string,
  limit: number,
): Promise<NoteRow[]> {
  const newest = await db
    .select()
    .from(notes)
    .where(eq(notes.case_id, case_id))
    .orderBy(desc(notes.created_at), desc(notes.note_id))
    .limit(limit);
  return newest.reverse();
}
