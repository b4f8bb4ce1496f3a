import { readProblem, unreachable } from "./api-error";
import { BASE_PATH } from "./base-path";

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
 * Calls the one API with the session's cookie. `path` starts at the base path: `/api/v1/rates`.
 * @throws ApiError with the server's problem, or code `unreachable` when no answer came
 */
export async function api<T>(
  path: string,
  { method = "GET", query = {}, body, signal }: ApiOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${BASE_PATH}${path}${searchString(query)}`, {
    method,
    headers,
    credentials: "same-origin",
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw unreachable(cause);
  });
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}
