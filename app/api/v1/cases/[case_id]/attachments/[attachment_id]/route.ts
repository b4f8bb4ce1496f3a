import { attachmentParams } from "@/lib/contract/attachments";
import { defineRoute } from "@/lib/http/define-route";
import { downloadResponse } from "@/lib/http/download-response";
import { readAttachment } from "@/lib/services/attachments/read-attachment";
import { removeAttachment } from "@/lib/services/attachments/remove-attachment";

/** Always a download, never shown by the browser within this site. */
export const GET = defineRoute({
  capability: ["cases.read", "cases.read_own"],
  params: attachmentParams,
  handle: async ({ ctx, params }) => {
    const { file, pieces } = await readAttachment(ctx, params);
    return downloadResponse(file, pieces);
  },
});

export const DELETE = defineRoute({
  capability: "cases.open",
  params: attachmentParams,
  handle: ({ ctx, params }) => removeAttachment(ctx, params),
});
