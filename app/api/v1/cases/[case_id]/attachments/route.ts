import { type Attachment, attachment, attachmentQuery } from "@/lib/contract/attachments";
import { caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { readFile, whileUploading } from "@/lib/http/read-file";
import { addAttachment } from "@/lib/services/attachments/add-attachment";

/** Among people: who may see the case may add a file, as its own body or in a form. */
export const POST = defineRoute({
  operation: "addAttachment",
  summary: "Adds a file, as the body itself or in a form; people only.",
  answers: attachment,
  accepts: "bytes",
  peopleOnly: true,
  capability: "cases.open",
  params: caseParams,
  query: attachmentQuery,
  handle: ({ ctx, caller, params, query, request }) =>
    whileUploading(
      caller.id,
      async () =>
        (await addAttachment(ctx, {
          ...params,
          read: () => readFile(request, query.name),
        })) satisfies Attachment,
    ),
});
