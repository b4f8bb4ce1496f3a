import { codeParams } from "@/lib/contract/codes";
import { defineRoute } from "@/lib/http/define-route";
import { restoreCode } from "@/lib/services/codes/restore-code";
import { retireCode } from "@/lib/services/codes/retire-code";

export const PUT = defineRoute({
  operation: "retireCode",
  summary: "Says that a code is no longer in use, so that its silence is expected.",
  answers: null,
  capability: "tools.manage",
  params: codeParams,
  handle: ({ ctx, params }) => retireCode(ctx, params),
});

export const DELETE = defineRoute({
  operation: "restoreCode",
  summary: "Takes back that a code was retired.",
  answers: null,
  capability: "tools.manage",
  params: codeParams,
  handle: ({ ctx, params }) => restoreCode(ctx, params),
});
