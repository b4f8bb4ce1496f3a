import { sentText } from "./sent-text";

/** Codes are tokens the team owns (CONTRACT "Events"). */

export const UNMAPPED_CODE = "internal_error";
const TOKEN = /^[a-z][a-z0-9_.]{0,99}$/;
const SHOUTED = /^[A-Z][A-Z0-9_.-]*$/;
const HYPHENATED = /^[a-z][a-z0-9_.-]*$/;

export type ReadCode = {
  code: string;
  /** What was sent, where it is not the code itself, at whatever length. */
  code_sent: string | null;
  /** Sent, but neither a token nor foldable into one: shown apart from what is merely unmapped. */
  malformed: boolean;
};

/**
 * Reads a code as sent. All-caps or hyphenated tokens are folded; missing, empty or `_OTHER` (the
 * OpenTelemetry fallback) means unmapped; a number or a sentence is unmapped and malformed.
 */
export function readCode(sent: unknown): ReadCode {
  if (sent === undefined || sent === null || sent === "" || sent === "_OTHER") {
    return { code: UNMAPPED_CODE, code_sent: sent === "_OTHER" ? sent : null, malformed: false };
  }
  if (typeof sent !== "string") {
    return { code: UNMAPPED_CODE, code_sent: sentText(sent), malformed: true };
  }
  const text = sent.trim();
  if (TOKEN.test(text)) return { code: text, code_sent: text === sent ? null : sent, malformed: false };
  if (SHOUTED.test(text) || HYPHENATED.test(text)) {
    const folded = text.toLowerCase().replaceAll("-", "_");
    if (TOKEN.test(folded)) return { code: folded, code_sent: sent, malformed: false };
  }
  return { code: UNMAPPED_CODE, code_sent: sent, malformed: true };
}
