import { idParams } from "@/lib/contract/access";
import { person, personChange } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { updatePerson } from "@/lib/services/people/update-person";

export const PATCH = defineRoute({
  operation: "updatePerson",
  summary: "Changes a name, roles or confinement, or disables somebody.",
  answers: person,
  capability: "people.manage",
  params: idParams,
  body: personChange,
  handle: ({ ctx, params, body }) => updatePerson(ctx, { ...body, id: params.id }),
});
