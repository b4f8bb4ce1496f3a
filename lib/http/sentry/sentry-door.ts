import { DomainError, forbiddenError } from "@/domain/errors";
import { type Caller, may } from "@/domain/permissions";
import { createContext, type Runtime, type ServiceContext } from "@/lib/services/context";
import { authenticateKey } from "@/lib/services/keys/authenticate-key";
import { loadSettings } from "@/lib/services/load-settings";
import { answering, type RouteHandler } from "../define-route";
import { admitRequest, withAllowance } from "../key-allowance";
import { externalUrl } from "../request-origin";
import { sentryKey } from "./sentry-key";

export type SentryDoor = (ctx: ServiceContext, request: Request) => Promise<Response>;

/**
 * A door that an SDK of Sentry sends to: the key is the user of its DSN, never a session. Failures are answered as
 * everywhere; 429 says in Sentry's own header as well how long to wait, of everything.
 */
export function defineSentryRoute(handle: SentryDoor): RouteHandler {
  const answer = answering(async (rt, request, _context, asking) => {
    const caller = await callerOf(rt, request);
    asking.caller = caller;
    const allowance = admitRequest(rt, caller, request);
    if (!may(caller, "events.report")) throw forbiddenError();
    const response = await handle(createContext(rt, caller, await loadSettings(rt)), request);
    return allowance === null ? response : withAllowance(response, allowance);
  });
  return async (request, context) => withRateLimits(await answer(request, context));
}

async function callerOf(rt: Runtime, request: Request): Promise<Caller> {
  const key = sentryKey(request);
  const caller = key === null ? null : await authenticateKey(rt, key);
  if (caller === null) throw unknownKey(externalUrl(rt, request.headers));
  return caller;
}

function unknownKey(base: string): DomainError {
  return new DomainError({
    ...{ code: "unauthenticated", errorClass: "authorization" },
    message: "No valid key came with this request.",
    hint: `Use a key with the scope ingest as the user of the DSN: ${base.replace("://", "://<key>@")}/sentry/1`,
  });
}

/** `<seconds>:<categories>:<scope>`; without categories it holds for all. */
function withRateLimits(response: Response): Response {
  const seconds = response.status === 429 ? response.headers.get("retry-after") : null;
  if (seconds !== null) response.headers.set("x-sentry-rate-limits", `${seconds}::key`);
  return response;
}
