import { type RecoveryAnswer, recoveryAnswer, recoveryQuery } from "@/lib/contract/recovery";
import { defineRoute } from "@/lib/http/define-route";
import { readRecovery } from "@/lib/services/recovery/read-recovery";

export const GET = defineRoute({
  operation: "readRecovery",
  summary: "Attempts until recovery by tool and code, before and after a release.",
  answers: recoveryAnswer,
  capability: "rates.read",
  query: recoveryQuery,
  handle: async ({ ctx, query }) => (await readRecovery(ctx, query)) satisfies RecoveryAnswer,
});
