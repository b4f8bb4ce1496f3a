import { DomainError } from "@/domain/errors";
import type { Runtime } from "@/lib/services/context";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a write that another site may have caused with this person's cookies. The request's own URL
 * says localhost whatever the Host was, so the Host header, or the configured public URL, is compared.
 * A browser sends Origin or Sec-Fetch-Site with every write; without both the request is refused.
 */
export function assertSameOrigin(rt: Runtime, request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (
    origin === null
      ? request.headers.get("sec-fetch-site") === "same-origin"
      : isOwnOrigin(rt, request, origin)
  )
    return;
  throw new DomainError({
    code: "origin_not_allowed",
    errorClass: "authorization",
    message: "Writes with a session are accepted only from Errata's own pages.",
    hint: "From a script, use a key. Behind a proxy, pass the Host header on or set ERRATA_PUBLIC_URL.",
  });
}

function isOwnOrigin(rt: Runtime, request: Request, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host !== "" && ownHosts(rt, request).includes(host);
}

function ownHosts(rt: Runtime, request: Request): string[] {
  const hosts = [request.headers.get("host")];
  if (rt.env.ERRATA_PUBLIC_URL !== undefined) hosts.push(new URL(rt.env.ERRATA_PUBLIC_URL).host);
  return hosts.filter((host) => host !== null).map((host) => host.toLowerCase());
}
