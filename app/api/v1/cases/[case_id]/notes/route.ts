import { caseParams, type Note, newNote, note } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { addNote } from "@/lib/services/cases/add-note";

/** Among people: who may see the case may write. */
export const POST = defineRoute({
  operation: "addNote",
  summary: "Adds a note among people; it never goes to a runtime.",
  answers: note,
  peopleOnly: true,
  capability: "cases.open",
  params: caseParams,
  body: newNote,
  handle: async ({ ctx, params, body }) => (await addNote(ctx, { ...params, ...body })) satisfies Note,
});
