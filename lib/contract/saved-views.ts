import { z } from "zod";
import { VIEWED_PAGES } from "@/domain/saved-view";
import { sanitizeText } from "@/domain/text";
import { displayName } from "./access";

/** `POST /api/v1/saved-views`, `PUT /api/v1/saved-views/{view_id}`. */
export const savedViewBody = z.object({
  /** Left out of a new one: the queue. A view stays one of its page. */
  page: z.enum(VIEWED_PAGES).optional(),
  name: displayName.transform(sanitizeText),
  /** The query string of the page, with or without the leading `?`. */
  query: z
    .string()
    .max(2000)
    .transform((sent) => sanitizeText(sent.trim().replace(/^\?/, ""))),
  /** Whether everyone who sees that page is offered it. */
  shared: z.boolean().default(false),
});
export type SavedViewBody = z.input<typeof savedViewBody>;

export const savedViewParams = z.object({ view_id: z.guid().transform((id) => id.toLowerCase()) });

export const savedView = z.object({
  view_id: z.guid(),
  page: z.enum(VIEWED_PAGES),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  by: z.string(),
  /** Whether it is the caller's own: only those may be changed. */
  own: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SavedView = z.output<typeof savedView>;

/** One's own by name, then those that others share. */
export const savedViewList = z.object({ items: z.array(savedView) });
export type SavedViewList = z.output<typeof savedViewList>;
