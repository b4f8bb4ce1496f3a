import { validationError } from "@/domain/errors";
import { bareHost } from "./guarded-address";
import { exchange } from "./guarded-exchange";
import { checkUrl, resolveChecked } from "./guarded-target";
import { startDeadline } from "./outgoing-deadline";
import { outgoingFailure } from "./outgoing-failure";
import type { OutgoingPolicy } from "./outgoing-policy";

export type OutgoingRequest = {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** For everything together: resolving, connecting, redirects and the last byte of the answer. */
  timeout_ms: number;
  /** Of the answer's body, after decompression; what is beyond is cut and marked `truncated`. */
  max_bytes: number;
  /** 0: a redirect is answered as it came. */
  max_redirects: number;
};

export type OutgoingAnswer = {
  status: number;
  /** Names in lower case; a repeated header's values are joined by a comma. */
  headers: Record<string, string>;
  body: string;
  truncated: boolean;
  duration_ms: number;
  /** Where the answer came from, after redirects. */
  url: string;
};

/** What may follow a redirect to another origin: nothing that may hold what was meant for the first one only. */
const HARMLESS_HEADERS = /^(accept|content-type|webhook-(id|timestamp|signature))$/i;

/**
 * The one way out of Errata, for probes and webhooks: the address is resolved once, checked, and connected
 * to; so is the address of every redirect. A POST follows only 307 and 308, which keep method and body;
 * all headers but a few harmless ones are dropped when a redirect leads to another origin.
 *
 * @throws DomainError `url_refused`, `address_refused`, `unreachable`, `timed_out`, `too_many_redirects`,
 *   `tls_failed` or `answer_unreadable`. A status of any kind is an answer, not an error.
 */
export async function sendOutgoing(
  request: OutgoingRequest,
  policy: OutgoingPolicy,
): Promise<OutgoingAnswer> {
  const started = performance.now();
  const deadline = startDeadline(request.timeout_ms);
  try {
    const answer = await follow(request, policy, deadline.signal);
    return { ...answer, duration_ms: Math.round(performance.now() - started) };
  } catch (error) {
    throw outgoingFailure(error, deadline.signal, request.timeout_ms);
  } finally {
    deadline.clear();
  }
}

type Hop = { method: "GET" | "POST"; url: URL; headers: Record<string, string>; body: string | undefined };

async function follow(request: OutgoingRequest, policy: OutgoingPolicy, signal: AbortSignal) {
  let hop: Hop = {
    method: request.method,
    url: checkUrl(request.url),
    headers: request.headers ?? {},
    body: request.body,
  };
  for (let followed = 0; ; followed++) {
    const addresses = await resolveChecked(hop.url, policy, signal);
    const answer = await exchange({ ...hop, addresses, ca: policy.ca, max_bytes: request.max_bytes, signal });
    const next = request.max_redirects === 0 ? null : redirectOf(hop, answer.status, answer.headers.location);
    if (next === null) return { ...answer, url: hop.url.href };
    if (followed === request.max_redirects) {
      throw validationError(
        "too_many_redirects",
        `${bareHost(next.url.hostname)} would be redirect number ${followed + 1}; at most ${request.max_redirects} are followed.`,
      );
    }
    hop = next;
  }
}

/** Where the answer leads next, or null when it is to be taken as it is. */
function redirectOf(hop: Hop, status: number, location: string | undefined): Hop | null {
  const keepsMethod = status === 307 || status === 308;
  const followed = keepsMethod || (hop.method === "GET" && [301, 302, 303].includes(status));
  if (!followed || location === undefined) return null;
  const url = checkUrl(location, hop.url);
  if (url.origin === hop.url.origin) return { ...hop, url };
  const headers = Object.entries(hop.headers).filter(([name]) => HARMLESS_HEADERS.test(name));
  return { ...hop, url, headers: Object.fromEntries(headers) };
}
