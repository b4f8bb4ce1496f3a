import { type IntakeAnswer, intakeAnswer, intakeQuery } from "@/lib/contract/intake";
import { defineRoute } from "@/lib/http/define-route";
import { readIntake } from "@/lib/services/intake/read-intake";

export const GET = defineRoute({
  operation: "readIntake",
  summary: "What came in by source, and what became of it, by when it was received.",
  answers: intakeAnswer,
  capability: "quarantine.read",
  query: intakeQuery,
  handle: async ({ ctx, query }) => (await readIntake(ctx, query)) satisfies IntakeAnswer,
});
