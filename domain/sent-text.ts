import { stringifyJson } from "./json";

/** A value as sent, as text: what is no text, as its JSON. */
export function sentText(sent: unknown): string {
  return typeof sent === "string" ? sent : stringifyJson(sent);
}
