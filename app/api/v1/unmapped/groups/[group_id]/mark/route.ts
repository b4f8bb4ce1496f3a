import { groupParams, markBody } from "@/lib/contract/unmapped";
import { defineRoute } from "@/lib/http/define-route";
import { markGroup } from "@/lib/services/unmapped/mark-group";
import { unmarkGroup } from "@/lib/services/unmapped/unmark-group";

export const PUT = defineRoute({
  operation: "markGroup",
  summary: "Says which code a group of unmapped failures has got, and since which release.",
  answers: null,
  capability: "tools.manage",
  params: groupParams,
  body: markBody,
  handle: ({ ctx, params, body }) => markGroup(ctx, { ...params, ...body }),
});

export const DELETE = defineRoute({
  operation: "unmarkGroup",
  summary: "Takes back that a group of unmapped failures was mapped.",
  answers: null,
  capability: "tools.manage",
  params: groupParams,
  handle: ({ ctx, params }) => unmarkGroup(ctx, params),
});
