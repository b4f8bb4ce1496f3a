import { type Dismissal, dismissal, newDismissal } from "@/lib/contract/quarantine";
import { defineRoute } from "@/lib/http/define-route";
import { dismissQuarantined } from "@/lib/services/quarantine/dismiss-quarantined";

/** 100,000 ids are some 1 MB. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const POST = defineRoute({
  operation: "dismissQuarantined",
  summary: "Leaves out chosen open items, with a reason and their exact number; they can be opened again.",
  answers: dismissal,
  capability: "quarantine.manage",
  body: newDismissal,
  maxBodyBytes: MAX_BODY_BYTES,
  handle: async ({ ctx, body }) => (await dismissQuarantined(ctx, body)) satisfies Dismissal,
});
