import { parseJson, stringifyJson } from "@/domain/json";
import { readProblem, unreachable } from "./api-error";
import { BASE_PATH } from "./base-path";

/** After this long without an answer a page says so; exports, which take their time, are links and not calls. */
const TIMEOUT_MS = 30_000;

export type QueryValue = string | number | boolean | null | undefined | readonly string[];

type ApiOptions = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Left out when null or undefined; arrays are repeated (CONTRACT "Reading": repeated = any of) */
  query?: Record<string, QueryValue>;
  body?: unknown;
  signal?: AbortSignal;
};

/** `?a=1&b=x&b=y`, or nothing. */
export function searchString(query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  return search.size === 0 ? "" : `?${search}`;
}

/**
 * Calls the one API with the session's cookie. `path` starts at the base path: `/api/v1/rates`. Numbers that a double
 * would change come as `parseJson` carries them; `stringifyJson` writes them out.
 * @throws ApiError with the server's problem, or code `unreachable` when no answer came within 30 seconds
 */
export async function api<T>(
  path: string,
  { method = "GET", query = {}, body, signal }: ApiOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await answered(
    fetch(`${BASE_PATH}${path}${searchString(query)}`, {
      method,
      headers,
      credentials: "same-origin",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body: stringifyJson(body) }),
    }),
    signal,
  );
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204) return undefined as T;
  return parseJson(await answered(response.text(), signal)) as T;
}

/** What no answer came to is `unreachable`, unless the caller itself no longer wanted it. */
function answered<T>(waiting: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return waiting.catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(cause);
  });
}
