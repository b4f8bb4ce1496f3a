import { asc, eq } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { notes } from "@/db/schema/notes";
import type { Actor } from "./change-cases";

export type NoteRow = typeof notes.$inferSelect;

export async function insertNote(
  tx: Database | Transaction,
  note: { case_id: string; kind: NoteRow["kind"]; text: string; by: Actor; now: string },
): Promise<NoteRow> {
  const [row] = await tx
    .insert(notes)
    .values({
      case_id: note.case_id,
      kind: note.kind,
      text: note.text,
      by: note.by.name,
      by_id: note.by.id,
      created_at: note.now,
    })
    .returning();
  if (row === undefined) throw new Error("the insert of a note returned no row");
  return row;
}

/** What people told each other about a case, oldest first. */
export function listNotes(db: Database | Transaction, case_id: string): Promise<NoteRow[]> {
  return db.select().from(notes).where(eq(notes.case_id, case_id)).orderBy(asc(notes.created_at));
}
