import { authOf } from "@/lib/services/auth";
import type { Runtime } from "@/lib/services/context";
import { runtime } from "@/lib/services/runtime";
import { isHttps } from "./request-origin";

/** The library's cookies for the answer; `Secure` whenever the browser's side of the connection is TLS. */
export function sessionCookies(rt: Runtime, request: Request, from: Headers): Headers {
  const secure = isHttps(rt, request.headers);
  const headers = new Headers();
  for (const cookie of from.getSetCookie())
    headers.append("set-cookie", secure && !/;\s*secure\b/i.test(cookie) ? `${cookie}; Secure` : cookie);
  return headers;
}

/** The cookies that keep a session alive which is more than a day old; none when it is younger. */
export async function renewedCookies(request: Request): Promise<Headers> {
  const rt = runtime();
  const auth = await authOf(rt);
  const { headers } = await auth.api.getSession({ headers: request.headers, returnHeaders: true });
  return sessionCookies(rt, request, headers);
}
