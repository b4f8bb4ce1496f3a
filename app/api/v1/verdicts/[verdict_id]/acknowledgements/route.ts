import {
  type Acknowledgement,
  acknowledgement,
  acknowledgementBody,
  verdictParams,
} from "@/lib/contract/verdicts";
import { defineRoute } from "@/lib/http/define-route";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";

/** A runtime takes the verdict before it acts, and acts only on 200. */
export const POST = defineRoute({
  operation: "acknowledgeVerdict",
  summary: "A runtime takes a verdict before it acts, and acts only on 200.",
  answers: acknowledgement,
  capability: "verdicts.acknowledge",
  params: verdictParams,
  body: acknowledgementBody,
  handle: async ({ ctx, params, body }) =>
    (await acknowledgeVerdict(ctx, { ...params, ...body })) satisfies Acknowledgement,
});
