import { sessionAnswer } from "@/lib/contract/access";
import { defineRoute } from "@/lib/http/define-route";
import { renewedCookies } from "@/lib/http/session-cookies";
import { readProfile } from "@/lib/services/people/read-profile";

/** Who am I, and what may I. A session close to its end is renewed on the way. */
export const GET = defineRoute({
  operation: "readSession",
  summary: "Who the caller is and what they may do.",
  answers: sessionAnswer,
  capability: null,
  handle: async ({ ctx, caller, request }) => {
    const profile = caller.kind === "person" ? await readProfile(ctx) : null;
    const { kind, id, name, confinement, pins, source_id } = caller;
    const answer = {
      kind,
      id,
      name,
      capabilities: [...caller.capabilities],
      confinement,
      pins,
      source_id,
      ...(profile && { email: profile.email, roles: profile.roles }),
      time_zone: profile?.time_zone ?? ctx.settings.time_zone,
      unmapped_share_target: ctx.settings.unmapped_share_target,
    };
    return Response.json(answer, { headers: profile ? await renewedCookies(request) : {} });
  },
});
