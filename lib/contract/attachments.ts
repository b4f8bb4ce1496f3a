import { z } from "zod";
import { optionalText } from "./queue-parts";

/** A file among people; `removed_at`: its content is gone, that it was there stays. */
export const attachment = z.object({
  attachment_id: z.guid(),
  name: z.string(),
  media_type: z.string(),
  byte_count: z.int(),
  sha256: z.string(),
  by: z.string(),
  by_id: z.string(),
  created_at: z.string(),
  removed_at: z.string().nullable(),
  removed_by: z.string().nullable(),
});
export type Attachment = z.output<typeof attachment>;

/**
 * `POST /api/v1/cases/{case_id}/attachments`: the file as the body with its name here, or a form
 * (`multipart/form-data`) with one file.
 */
export const attachmentQuery = z.object({ name: optionalText(1000) });

export const attachmentParams = z.object({
  case_id: z.guid().transform((id) => id.toLowerCase()),
  attachment_id: z.guid().transform((id) => id.toLowerCase()),
});
