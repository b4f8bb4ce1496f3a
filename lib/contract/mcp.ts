import { z } from "zod";
import { PASTED_TEXT_MAX } from "@/domain/look-up";
import { referenceShape } from "@/domain/reported-event";
import { sayToUser } from "./references";

/** The arguments of the MCP tool `look_up_reference`. */
export const lookUpReferenceArguments = z.strictObject({
  text: z
    .string("must be the text that the user wrote")
    .min(1, "must hold what the user wrote")
    .max(
      PASTED_TEXT_MAX,
      `is longer than the ${PASTED_TEXT_MAX.toLocaleString("en")} characters that are read at once; send only the part with the reference`,
    )
    .describe(
      "What the user wrote, unchanged: a sentence, an e-mail, a link. References are read out of it, misspelt ones too.",
    ),
});

/** The arguments of the MCP tool `what_to_tell_the_user`. */
export const whatToTellArguments = z.strictObject({
  reference: referenceShape.describe(
    "A reference that look_up_reference answered as found, exactly as given there.",
  ),
  event_id: z
    .guid()
    .optional()
    .describe(
      "Which failure is meant, where several share the reference: the event_id of one of the matches.",
    ),
});

/** What may be said of one failure, and how sure it is. */
export const whatToTell = z.object({
  reference: z.string(),
  event_id: z.guid(),
  occurred_at: z.string(),
  ...sayToUser.shape,
  /** Whether the effect happened, as far as anybody knows by now (`standing`): null where nobody reported it. */
  effect: z.enum(["absent", "committed", "unknown"]).nullable(),
  /** Whether people are still finding out, and what they found; null where nobody has to. */
  case: z
    .object({ state: z.string(), verdict: z.string().nullable(), settled_at: z.string().nullable() })
    .nullable(),
});
export type WhatToTell = z.output<typeof whatToTell>;

/** One JSON-RPC 2.0 message; what its method takes is said by the Model Context Protocol. */
export const mcpMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    method: z.string().optional(),
    id: z.union([z.string(), z.number()]).nullish(),
  })
  .meta({
    description: "A message of the Model Context Protocol.",
    example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  });

/** The JSON-RPC 2.0 answer; as one event of a stream where the client asks for `text/event-stream`. */
export const mcpAnswer = z.looseObject({ jsonrpc: z.literal("2.0") });
