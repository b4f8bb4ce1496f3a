import { emailAddressesIn, HIDDEN_EMAIL } from "../personal-data";
import { isSecretName } from "../secret-name";
import type { Span } from "./leak";

export type Address = Span & { scheme: string };

const HIDDEN = "[redacted]";
const SCHEME_CHARACTERS = 20;
const PART = /(?:[^\s"'<>`\\[\]{}|]|\[redacted\]|\[e-mail\]|\[card\])*/y;

/** Addresses of the web and of servers in a text, in order, also those in which scrubbing hid something. */
export function addressesIn(text: string): Address[] {
  const found: Address[] = [];
  let from = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", Math.max(at + 3, from))) {
    let start = at;
    const limit = Math.max(from, at - SCHEME_CHARACTERS);
    while (start > limit && /[A-Za-z0-9+.-]/.test(text[start - 1] ?? "")) start -= 1;
    if (start === at) continue;
    PART.lastIndex = at + 3;
    const rest = PART.exec(text)?.[0] ?? "";
    const end = at + 3 + rest.replace(/[.,;:!?)]{1,5}$/, "").length;
    if (end === at + 3) continue;
    found.push({ start, end, scheme: text.slice(start, at).toLowerCase() });
    from = end;
  }
  return found;
}

const PARAMETER = /[?&#;]([\w.[\]-]{1,64})=([^&#;]+)/g;

/** Addresses that carry a secret: a user's password, a secret parameter, or what scrubbing put in the place of either. */
export function findSecretUrls(text: string, addresses: readonly Address[]): Span[] {
  return addresses.filter(({ start, end, scheme }) => {
    const rest = text.slice(start + scheme.length + 3, end);
    if (rest.includes(HIDDEN)) return true;
    const authority = /^[^/?#]*/.exec(rest)?.[0] ?? "";
    if (/^[^@:]*:[^@]+@/.test(authority)) return true;
    for (const [, name = "", value = ""] of rest.matchAll(PARAMETER))
      if (value !== "" && (/^(?:key|code_verifier)$/i.test(name) || isSecretName(name))) return true;
    return false;
  });
}

/** Addresses that are meant to be given out. */
const FOR_EVERYBODY =
  /^(?:support|help|helpdesk|help-desk|info|contact|service|services|kundenservice|kundendienst|customer\.?(?:service|care|support)|care|no-?reply|donotreply|sales|billing|hello|team|postmaster|abuse|privacy|press|security|feedback|office|orders|returns)@/i;
/** How a form shows what an address looks like. */
const PLACEHOLDER =
  /^(?:name|user|username|you|your\.?name|first\.?last|someone|somebody|example|test|foo|jane|john|(?:jane|john)\.?doe)@(?:example|domain|company|yourcompany)\.(?:com|org|net)$/i;

/** E-mail addresses of people, and where scrubbing hid one. */
export function findEmailAddresses(text: string): Span[] {
  const found = emailAddressesIn(text).filter(({ start, end }) => {
    const address = text.slice(start, end);
    return !FOR_EVERYBODY.test(address) && !PLACEHOLDER.test(address);
  });
  for (let at = text.indexOf(HIDDEN_EMAIL); at >= 0; at = text.indexOf(HIDDEN_EMAIL, at + 1))
    found.push({ start: at, end: at + HIDDEN_EMAIL.length });
  return found;
}
