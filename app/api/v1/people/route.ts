import { invitedPerson, newPerson, personList } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { invitationAnswer } from "@/lib/http/invitation-answer";
import { invitePerson } from "@/lib/services/people/invite-person";
import { listPeople } from "@/lib/services/people/list-people";

export const GET = defineRoute({
  operation: "listPeople",
  summary: "People by name.",
  answers: personList,
  capability: "people.manage",
  handle: async ({ ctx }) => ({ items: await listPeople(ctx), next_cursor: null }),
});

export const POST = defineRoute({
  operation: "invitePerson",
  summary: "Invites somebody; the link is shown only in this answer.",
  answers: invitedPerson,
  capability: "people.manage",
  body: newPerson,
  handle: async ({ ctx, body, request }) => invitationAnswer(await invitePerson(ctx, body), request),
});
