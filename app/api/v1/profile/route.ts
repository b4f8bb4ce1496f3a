import { profileChange } from "@/lib/contract/people";
import { defineRoute } from "@/lib/http/define-route";
import { readProfile } from "@/lib/services/people/read-profile";
import { updateProfile } from "@/lib/services/people/update-profile";

export const GET = defineRoute({ capability: null, handle: ({ ctx }) => readProfile(ctx) });

export const PATCH = defineRoute({
  capability: null,
  body: profileChange,
  handle: ({ ctx, body }) => updateProfile(ctx, body),
});
