import { caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { unwatchCase } from "@/lib/services/cases/unwatch-case";
import { watchCase } from "@/lib/services/cases/watch-case";

/** People only: a key is told by webhook. */
export const PUT = defineRoute({
  operation: "watchCase",
  summary: "Follows a case; people only.",
  answers: null,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own"],
  params: caseParams,
  handle: ({ ctx, params }) => watchCase(ctx, params),
});

export const DELETE = defineRoute({
  operation: "unwatchCase",
  summary: "Stops following a case; people only.",
  answers: null,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own"],
  params: caseParams,
  handle: ({ ctx, params }) => unwatchCase(ctx, params),
});
