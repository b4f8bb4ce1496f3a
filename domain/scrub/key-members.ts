import { applyRule, HIDDEN, type Rule } from "./pattern-rule";
import type { Scrub } from "./scrub-rules";

/** The private members of a JSON Web Key (RFC 7518, 6): those of RSA and curves, and `k` of a shared one. */
export const PRIVATE_MEMBER = /^(?:d|p|q|dp|dq|qi|k)$/;

const JWK: Rule = {
  kind: "private_key",
  pattern:
    /((?<![\w-])((?:\\{0,8}["'])?)(?:d|p|q|dp|dq|qi|k)\2\s{0,4}:\s{0,4}(?:\\{0,8}["'])?)([A-Za-z0-9_+/=-]{8,})/g,
  replace: (_, head = "") => head + HIDDEN,
};
/** .NET's `<RSAKeyValue><Modulus>…</Modulus>…<D>…</D>` */
const RSA: Rule = {
  kind: "private_key",
  pattern: /<(D|P|Q|DP|DQ|InverseQ)>([^<>]{4,8192})(?=<\/)/g,
  replace: (match, name, value) => (value === HIDDEN ? match : `<${name}>${HIDDEN}`),
};

/** Hides the private members of keys that are written member by member. */
export function scrubKeyMembers(text: string, scrub: Scrub): string {
  let left = text;
  if (left.includes("kty")) left = applyRule(JWK, left, scrub);
  if (left.includes("RSAKeyValue")) left = applyRule(RSA, left, scrub);
  return left;
}
