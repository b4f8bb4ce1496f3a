import { type Probe, probe, probeBody, probeParams } from "@/lib/contract/probes";
import { defineRoute } from "@/lib/http/define-route";
import { putProbe } from "@/lib/services/probes/put-probe";
import { readProbe } from "@/lib/services/probes/read-probe";
import { removeProbe } from "@/lib/services/probes/remove-probe";

export const GET = defineRoute({
  operation: "readProbe",
  summary: "How a tool’s outside system is asked; never its secret.",
  answers: probe,
  capability: "tools.manage",
  params: probeParams,
  handle: async ({ ctx, params }) => (await readProbe(ctx, params)) satisfies Probe,
});

export const PUT = defineRoute({
  operation: "putProbe",
  summary: "Declares how a tool’s outside system is asked.",
  answers: probe,
  capability: "tools.manage",
  params: probeParams,
  body: probeBody,
  handle: async ({ ctx, params, body }) => (await putProbe(ctx, { ...params, ...body })) satisfies Probe,
});

export const DELETE = defineRoute({
  operation: "removeProbe",
  summary: "Removes a tool’s probe.",
  answers: null,
  capability: "tools.manage",
  params: probeParams,
  handle: ({ ctx, params }) => removeProbe(ctx, params),
});
