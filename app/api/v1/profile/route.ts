import { person, profileChange } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { readProfile } from "@/lib/services/people/read-profile";
import { updateProfile } from "@/lib/services/people/update-profile";

export const GET = defineRoute({
  operation: "readProfile",
  summary: "The caller’s own person.",
  answers: person,
  capability: null,
  handle: ({ ctx }) => readProfile(ctx),
});

export const PATCH = defineRoute({
  operation: "updateProfile",
  summary: "Changes what people decide about themselves.",
  answers: person,
  capability: null,
  body: profileChange,
  handle: ({ ctx, body }) => updateProfile(ctx, body),
});
