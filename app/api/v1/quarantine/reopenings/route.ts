import { newReopening, type Reopening, reopening } from "@/lib/contract/quarantine";
import { defineRoute } from "@/lib/http/define-route";
import { reopenQuarantined } from "@/lib/services/quarantine/reopen-quarantined";

/** 100,000 ids are some 1 MB. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const POST = defineRoute({
  operation: "reopenQuarantined",
  summary: "Opens dismissed items again.",
  answers: reopening,
  capability: "quarantine.manage",
  body: newReopening,
  maxBodyBytes: MAX_BODY_BYTES,
  handle: async ({ ctx, body }) => (await reopenQuarantined(ctx, body)) satisfies Reopening,
});
