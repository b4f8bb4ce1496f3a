import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, HARDENING_HEADERS, STRICT_TRANSPORT } from "@/lib/http/security-headers";
import { SESSION_COOKIE } from "@/lib/platform/session-cookie";

/** Pages for people who are not signed in. */
const OPEN_PAGES = ["/sign-in", "/welcome"];

/**
 * Before every page: a fresh nonce and the policy that goes with it, and the way to the sign-in page when
 * there is no cookie at all. Whether the cookie is any good is decided by the page (`requirePageCaller`).
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (!request.cookies.has(SESSION_COOKIE) && !OPEN_PAGES.some((page) => pathname === page))
    return harden(request, toSignIn(request, pathname + search));
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, { development: process.env.NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-errata-path", pathname + search);
  // Next reads the nonce for its own scripts from the request's policy.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return harden(request, response);
}

function toSignIn(request: NextRequest, next: string): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = "/sign-in";
  url.search = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  // Next makes the Location relative again; one that is relative already it refuses as no URL.
  return NextResponse.redirect(url);
}

function harden(request: NextRequest, response: NextResponse): NextResponse {
  for (const [name, value] of Object.entries(HARDENING_HEADERS)) response.headers.set(name, value);
  if (request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https")
    response.headers.set("strict-transport-security", STRICT_TRANSPORT);
  return response;
}

export const config = {
  // Pages only: API answers carry their own headers, and build assets need none.
  matcher: ["/((?!api/|sentry/|_next/static|_next/image|favicon.ico|icon.svg|healthz|readyz|metrics).*)"],
};
