import { createHash } from "node:crypto";
import { type IntentParts, intentText } from "@/domain/intent";

/** A digest of a text as base64url, 43 characters: fits every index whatever the text's length and alphabet. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** What `cases.intent_hash` holds; the one place where it is made. */
export function intentHash(parts: IntentParts): string {
  return digestOf(intentText(parts));
}
