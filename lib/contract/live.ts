import { z } from "zod";

/** `GET /api/v1/live`: with up to ten cases whose changes are told one by one. */
export const liveQuery = z.object({
  case_id: z.preprocess(
    (sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]),
    z
      .array(z.guid().transform((id) => id.toLowerCase()))
      .max(10)
      .default([]),
  ),
});
