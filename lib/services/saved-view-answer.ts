import type { SavedViewRow } from "@/db/queries/saved-views";

export type SavedViewAnswer = Omit<SavedViewRow, "person_id"> & { own: boolean };

/** A view as it is answered to this person. */
export function savedViewAnswer({ person_id, ...view }: SavedViewRow, reader_id: string): SavedViewAnswer {
  return { ...view, own: person_id === reader_id };
}
