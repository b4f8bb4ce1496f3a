import { bearerToken } from "../authenticate";
import { headerOf } from "../door-request";

const IN_HEADER = /(?:^Sentry\s+|[\s,])sentry_key\s*=\s*"?([^\s,"]+)/i;

/**
 * The key of a DSN as SDKs send it: in `X-Sentry-Auth`, in `Authorization: Sentry …`, or, from where no header can be set,
 * in the query; `Authorization: Bearer` works as elsewhere. Null where there is none.
 */
export function sentryKey(request: Request): string | null {
  for (const name of ["x-sentry-auth", "authorization"]) {
    const key = IN_HEADER.exec(headerOf(request, name) ?? "")?.[1];
    if (key !== undefined) return key;
  }
  return new URL(request.url).searchParams.get("sentry_key") || bearerToken(request);
}
