import { stringifyJson } from "@/domain/json";
import { withWholeBody } from "./whole-body";

/** JSON whose numbers beyond a double are written digit for digit, as they were reported. */
export function exactJson(value: unknown, init?: ResponseInit): Response {
  const headers = new Headers(init?.headers);
  headers.set("content-type", "application/json");
  const text = stringifyJson(value);
  return withWholeBody(new Response(text, { ...init, headers }), text);
}
