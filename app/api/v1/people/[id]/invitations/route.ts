import { idParams } from "@/lib/contract/access";
import { defineRoute } from "@/lib/http/define-route";
import { invitationAnswer } from "@/lib/http/invitation-answer";
import { reinvitePerson } from "@/lib/services/people/reinvite-person";

export const POST = defineRoute({
  capability: "people.manage",
  params: idParams,
  handle: async ({ ctx, params, request }) => invitationAnswer(await reinvitePerson(ctx, params), request),
});
