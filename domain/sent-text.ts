import { stringifyJson } from "./json";

export const TOO_DEEP_TO_WRITE = "(nested too deeply to be written)";

/** A value as sent, as text: what is no text, as its JSON. V8's JSON writer gives up on extreme depth, and so do we then. */
export function sentText(sent: unknown): string {
  if (typeof sent === "string") return sent;
  try {
    return stringifyJson(sent);
  } catch {
    return TOO_DEEP_TO_WRITE;
  }
}
