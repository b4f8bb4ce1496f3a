import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

export type ApiRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the base, with its query: `/api/v1/events?results=rejected`. */
  path: string;
  body?: { type: string; text: string };
  /** How long one try may take; a long poll needs its wait on top. */
  timeout_ms?: number;
};
export type ApiAnswer = { status: number; body: unknown };

/** The server did not answer, or not usefully, for as long as we were ready to try. */
export class ServerUnreachable extends Error {
  override name = "ServerUnreachable";
}

export type ApiClientOptions = {
  url: string;
  key: string;
  /** How long a request is tried again before it is given up. */
  give_up_after_ms?: number;
  /** Told before each pause, so that a person sees why nothing moves. */
  on_retry?: (reason: string, wait_ms: number) => void;
  signal?: AbortSignal;
};
export type ApiClient = { send: (request: ApiRequest) => Promise<ApiAnswer> };

const GIVE_UP_AFTER_MS = 5 * 60_000;
const TRY_TIMEOUT_MS = 60_000;
const LONGEST_PAUSE_MS = 15_000;
const SMALLEST_GZIP_BYTES = 1024;
const STATUSES_TO_RETRY = new Set([408, 429, 500, 502, 503, 504]);

/** The pause a Retry-After header asks for, in milliseconds; null when it is missing or unreadable. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** Doubling from a quarter second, half of it random, so that many clients do not come back as one. */
export function backOff(attempt: number, random: number): number {
  return Math.min(LONGEST_PAUSE_MS, 250 * 2 ** attempt) * (0.5 + random / 2);
}

/** Rejects with the signal's reason as soon as it fires. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function describeFailure(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return "code" in inner && typeof inner.code === "string" ? inner.code : inner.message || inner.name;
}

async function encode(
  body: ApiRequest["body"],
): Promise<{ headers: Record<string, string>; bytes?: Uint8Array<ArrayBuffer> }> {
  if (!body) return { headers: {} };
  const bytes = Buffer.from(body.text, "utf8");
  if (bytes.length < SMALLEST_GZIP_BYTES) return { headers: { "content-type": body.type }, bytes };
  const headers = { "content-type": body.type, "content-encoding": "gzip" };
  return { headers, bytes: await compress(bytes, { level: 3 }) };
}

async function readAnswer(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  try {
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  } catch {
    return { status: response.status, body: text };
  }
}

type Attempt = { answer: ApiAnswer } | { reason: string; retry_after_ms: number | null };

/**
 * A client that sends until it is answered: 429, 5xx and broken connections are tried again, after the pause
 * the server asks for or a growing one. That is safe, because every write of the contract has an identity.
 * Throws ServerUnreachable when the time is up; every other status is the caller's to judge.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { url, key, give_up_after_ms = GIVE_UP_AFTER_MS, on_retry, signal } = options;

  async function attempt(request: ApiRequest, encoded: Awaited<ReturnType<typeof encode>>): Promise<Attempt> {
    const timeout = AbortSignal.timeout(request.timeout_ms ?? TRY_TIMEOUT_MS);
    try {
      const response = await fetch(url + request.path, {
        method: request.method,
        headers: { authorization: `Bearer ${key}`, accept: "application/json", ...encoded.headers },
        body: encoded.bytes ?? null,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (!STATUSES_TO_RETRY.has(response.status)) return { answer: await readAnswer(response) };
      await response.body?.cancel();
      const retry_after_ms = readRetryAfter(response.headers.get("retry-after"), Date.now());
      return { reason: `answered ${response.status}`, retry_after_ms };
    } catch (cause) {
      signal?.throwIfAborted();
      return { reason: describeFailure(cause), retry_after_ms: null };
    }
  }

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    const encoded = await encode(request.body);
    const until = Date.now() + give_up_after_ms;
    for (let tried = 0; ; tried += 1) {
      const outcome = await attempt(request, encoded);
      if ("answer" in outcome) return outcome.answer;
      const wait = outcome.retry_after_ms ?? backOff(tried, Math.random());
      if (Date.now() + wait > until) throw new ServerUnreachable(`${url}: ${outcome.reason}`);
      on_retry?.(outcome.reason, wait);
      await pause(wait, signal);
    }
  }

  return { send };
}
