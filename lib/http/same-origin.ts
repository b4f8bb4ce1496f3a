import { DomainError } from "@/domain/errors";
import type { Runtime } from "@/lib/services/context";
import { ownHosts } from "./request-origin";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a write that another site may have caused with this person's cookies. The request's own URL
 * says localhost whatever the Host was, so the Host header, or the configured public URL, is compared.
 * A browser sends Origin or Sec-Fetch-Site with every write; without both the request is refused.
 */
export function assertSameOrigin(rt: Runtime, request: Request): void {
  if (SAFE_METHODS.has(request.method) || isSameOrigin(rt, request.headers)) return;
  throw new DomainError({
    code: "origin_not_allowed",
    errorClass: "authorization",
    message: "Writes with a session are accepted only from Errata's own pages.",
    hint: "From a script, use a key. Behind a proxy, pass the Host header on or set ERRATA_PUBLIC_URL.",
  });
}

function isSameOrigin(rt: Runtime, headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  return /^https?:$/.test(protocol) && ownHosts(rt, headers).includes(host);
}
