import { newPerson } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { invitationAnswer } from "@/lib/http/invitation-answer";
import { invitePerson } from "@/lib/services/people/invite-person";
import { listPeople } from "@/lib/services/people/list-people";

export const GET = defineRoute({
  capability: "people.manage",
  handle: async ({ ctx }) => ({ items: await listPeople(ctx), next_cursor: null }),
});

export const POST = defineRoute({
  capability: "people.manage",
  body: newPerson,
  handle: async ({ ctx, body, request }) => invitationAnswer(await invitePerson(ctx, body), request),
});
