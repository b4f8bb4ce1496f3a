import { stringifyJson } from "@/domain/json";

/** JSON whose numbers beyond a double are written digit for digit, as they were reported. */
export function exactJson(value: unknown, init?: ResponseInit): Response {
  const headers = new Headers(init?.headers);
  headers.set("content-type", "application/json");
  return new Response(stringifyJson(value), { ...init, headers });
}
