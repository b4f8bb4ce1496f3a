import { publicBase } from "@/lib/platform/public-url";
import type { Runtime } from "@/lib/services/context";

/** Hosts this request may call its own: the one it was sent to, and the configured public one. */
export function ownHosts(rt: Runtime, headers: Headers): string[] {
  const hosts = [headers.get("host"), publicUrl(rt)?.host ?? null];
  return hosts.filter((host) => host !== null).map((host) => host.toLowerCase());
}

/**
 * Whether the browser's side of the connection is TLS: a proxy says so, the page's own origin does, or the
 * request came to the configured public https host. Any one is enough, because Next writes
 * `x-forwarded-proto: http` where a proxy wrote nothing. Who lies only keeps their own cookie from themselves.
 */
export function isHttps(rt: Runtime, headers: Headers): boolean {
  const forwarded = headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  if (forwarded === "https" || headers.get("origin")?.startsWith("https:")) return true;
  const url = publicUrl(rt);
  return url?.protocol === "https:" && url.host === headers.get("host")?.toLowerCase();
}

/** Where people reach this installation, without a slash at the end; for links handed to somebody else. */
export function externalUrl(rt: Runtime, headers: Headers): string {
  const configured = publicBase(rt.env);
  if (configured !== null) return configured;
  const scheme = isHttps(rt, headers) ? "https" : "http";
  return `${scheme}://${headers.get("host") ?? "localhost"}${rt.env.ERRATA_BASE_PATH}`;
}

function publicUrl(rt: Runtime): URL | null {
  return rt.env.ERRATA_PUBLIC_URL === undefined ? null : new URL(rt.env.ERRATA_PUBLIC_URL);
}
