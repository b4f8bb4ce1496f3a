import { idParams } from "@/lib/contract/access";
import { invitedPerson } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { invitationAnswer } from "@/lib/http/invitation-answer";
import { reinvitePerson } from "@/lib/services/people/reinvite-person";

export const POST = defineRoute({
  operation: "reinvitePerson",
  summary: "Makes a new one-time link for somebody.",
  answers: invitedPerson,
  capability: "people.manage",
  params: idParams,
  handle: async ({ ctx, params, request }) => invitationAnswer(await reinvitePerson(ctx, params), request),
});
