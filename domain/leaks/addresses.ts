import { isForEverybody } from "../public-address";
import { HIDDEN } from "../scrub/pattern-rule";
import { emailAddressesIn, HIDDEN_EMAIL } from "../scrub/personal-data";
import { isSecretParameter } from "../scrub/secret-parameter";
import type { Span } from "./leak";

export type Address = Span & { scheme: string };

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
    return hasSecretParameter(rest);
  });
}

function hasSecretParameter(address: string): boolean {
  for (const [, name = "", value = ""] of address.matchAll(PARAMETER))
    if (isSecretParameter(name, value) || value.includes(HIDDEN)) return true;
  return false;
}

const WITHOUT_SCHEME =
  /(?<![\w.:/@-])[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}(?::\d{1,5})?\/[^\s"'<>?#]{0,500}\?[^\s"'<>]{1,1000}/g;

/** As `findSecretUrls`, of addresses as people write them, `shop.example/?token=…`. */
export function findSecretParameters(text: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: address } of text.matchAll(WITHOUT_SCHEME)) {
    const trimmed = address.replace(/[.,;:!?)]{1,5}$/, "");
    if (hasSecretParameter(trimmed)) found.push({ start: index, end: index + trimmed.length });
  }
  return found;
}

/** E-mail addresses of people, and where scrubbing hid one. */
export function findEmailAddresses(text: string): Span[] {
  const found = emailAddressesIn(text).filter(({ start, end }) => {
    return !isForEverybody(text.slice(start, end));
  });
  for (let at = text.indexOf(HIDDEN_EMAIL); at >= 0; at = text.indexOf(HIDDEN_EMAIL, at + 1))
    found.push({ start: at, end: at + HIDDEN_EMAIL.length });
  return found;
}
