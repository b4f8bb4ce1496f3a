import { type QuarantineItem, quarantineItem, quarantineParams } from "@/lib/contract/quarantine";
import { defineRoute } from "@/lib/http/define-route";
import { readQuarantined } from "@/lib/services/quarantine/read-quarantined";

export const GET = defineRoute({
  operation: "readQuarantined",
  summary: "One rejected or conflicting item.",
  answers: quarantineItem,
  capability: "quarantine.read",
  params: quarantineParams,
  handle: async ({ ctx, params }) =>
    (await readQuarantined(ctx, { quarantine_id: params.id })) satisfies QuarantineItem,
});
