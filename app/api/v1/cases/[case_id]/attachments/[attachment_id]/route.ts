import { attachmentParams } from "@/lib/contract/attachments";
import { defineRoute } from "@/lib/http/define-route";
import { downloadResponse } from "@/lib/http/download-response";
import { readAttachment } from "@/lib/services/attachments/read-attachment";
import { removeAttachment } from "@/lib/services/attachments/remove-attachment";

/** Always a download, never shown by the browser within this site. */
export const GET = defineRoute({
  operation: "readAttachment",
  summary: "Downloads a file; people only.",
  answers: "application/octet-stream",
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own"],
  params: attachmentParams,
  handle: async ({ ctx, params }) => {
    const { file, pieces } = await readAttachment(ctx, params);
    return downloadResponse(file, pieces);
  },
});

export const DELETE = defineRoute({
  operation: "removeAttachment",
  summary: "Takes a file’s content away; that it was there stays.",
  answers: null,
  peopleOnly: true,
  capability: "cases.open",
  params: attachmentParams,
  handle: ({ ctx, params }) => removeAttachment(ctx, params),
});
