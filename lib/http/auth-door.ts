import { notFoundError } from "@/domain/errors";
import { passwordChange, signIn } from "@/lib/contract/people";
import { authOf } from "@/lib/services/auth";
import { createContext, type Runtime } from "@/lib/services/context";
import { loadSettings } from "@/lib/services/load-settings";
import { recordPasswordChange } from "@/lib/services/people/record-password-change";
import { authenticateSession } from "@/lib/services/sessions/authenticate-session";
import { endSession } from "@/lib/services/sessions/end-session";
import { toAuthError } from "./auth-failure";
import { unauthenticatedError } from "./authenticate";
import { answering } from "./define-route";
import { parseInput } from "./parse-input";
import { readJsonBody } from "./read-body";
import type { Asking } from "./remember-failure";
import { assertSameOrigin } from "./same-origin";
import { sessionCookies } from "./session-cookies";
import { forgetSignInAttempts, takeSignInAttempt } from "./sign-in-limit";

type Door = (rt: Runtime, request: Request, asking: Asking) => Promise<Response>;

/** Everything the sign-in library could do beyond this stays shut: no sign-up, no reset, no token in a body. */
const DOORS: Readonly<Record<string, Door>> = {
  "POST sign-in/email": openSession,
  "POST sign-out": closeSession,
  "POST change-password": changePassword,
};

/** `/api/auth/…` in the paths and bodies of the sign-in library's own client. */
export const authDoor = answering(async (rt, request, context, asking) => {
  const path = [(await context?.params)?.all ?? []].flat().join("/");
  const door = DOORS[`${request.method} ${path}`];
  if (door === undefined) throw notFoundError("not_found", "There is nothing here.");
  assertSameOrigin(rt, request);
  return door(rt, request, asking);
});

async function openSession(rt: Runtime, request: Request): Promise<Response> {
  const { email, password, rememberMe } = parseInput(signIn, await readJsonBody(request), "body");
  takeSignInAttempt(rt, email, request.headers);
  const opened = await signInByPassword(rt, request, { email, password, rememberMe });
  forgetSignInAttempts(rt, email, request.headers);
  return opened;
}

/** A fresh session for this e-mail address and password; also for right after a welcome. */
export async function signInByPassword(
  rt: Runtime,
  request: Request,
  body: { email: string; password: string; rememberMe?: boolean | undefined },
): Promise<Response> {
  const auth = await authOf(rt);
  const { headers, response } = await auth.api
    .signInEmail({ body, headers: request.headers, returnHeaders: true })
    .catch((thrown: unknown) => Promise.reject(toAuthError(thrown)));
  const { id, name, email } = response.user;
  return Response.json({ user: { id, name, email } }, { headers: sessionCookies(rt, request, headers) });
}

/** Ends the session first and clears the cookie after: a cookie gone from one browser ends nothing. */
async function closeSession(rt: Runtime, request: Request): Promise<Response> {
  const session = await authenticateSession(rt, request.headers);
  if (session !== null) await endSession(createContext(rt, session.caller, await loadSettings(rt)), session);
  const auth = await authOf(rt);
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
  return Response.json({ success: true }, { headers: sessionCookies(rt, request, headers) });
}

async function changePassword(rt: Runtime, request: Request, asking: Asking): Promise<Response> {
  const session = await authenticateSession(rt, request.headers);
  if (session === null) throw unauthenticatedError();
  asking.caller = session.caller;
  const body = parseInput(passwordChange, await readJsonBody(request), "body");
  takeSignInAttempt(rt, session.caller.id, request.headers);
  const auth = await authOf(rt);
  const { headers } = await auth.api
    .changePassword({
      body: { ...body, revokeOtherSessions: true },
      headers: request.headers,
      returnHeaders: true,
    })
    .catch((thrown: unknown) => Promise.reject(toAuthError(thrown)));
  await recordPasswordChange(createContext(rt, session.caller, await loadSettings(rt)));
  return Response.json({ success: true }, { headers: sessionCookies(rt, request, headers) });
}
