import { signedIn, welcome } from "@/lib/contract/people";
import { signInByPassword } from "@/lib/http/auth-door";
import { definePublicRoute } from "@/lib/http/define-route";
import { acceptWelcome } from "@/lib/services/people/accept-welcome";

/** Uses a one-time link up and signs the person in with what they just chose. */
export const POST = definePublicRoute({
  operation: "acceptWelcome",
  summary: "Uses a one-time link up and signs the person in.",
  answers: signedIn,
  body: welcome,
  handle: async ({ rt, request, body }) => {
    const { email } = await acceptWelcome(rt, body);
    return signInByPassword(rt, request, { email, password: body.password });
  },
});
