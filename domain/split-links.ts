import { decodePercent } from "./decode-word";

/** A part of a link that may be a reference, and whether the link says so: `/r/…`, `/references/…`, `?reference=`. */
export type LinkPart = { text: string; named: boolean; label?: string };

const SCHEME = /https?:\/\//gi;
/** A link that was a value, and a value of that once more. */
const ENCODED_SCHEME = /^https?%(?:25)*3a/i;
/** Chat tools and people leave the scheme away; our own addresses are known by their nouns. */
const OWN_PATH = /\/(?:references|r)\/(.+)$/;
const NAMED_VALUE = /^(?:reference|ref|error_reference|err|id)$/i;

/**
 * The parts of a link, decoded once, the likeliest first: what follows our own noun, path segments from the end, values
 * of the query and of the fragment. A link in a link (safe links of mail and chat, redirects) is a value like another,
 * to be split in turn. Nothing where the word is no link.
 */
export function splitLink(word: string): LinkPart[] {
  if (ENCODED_SCHEME.test(word)) return [{ text: decodePercent(word), named: false }];
  if (/^mailto:/i.test(word)) return valuesOf(word.slice(word.indexOf("?") + 1));
  const starts = [...word.matchAll(SCHEME)].map(({ index }) => index);
  const [first] = starts;
  if (first === undefined && !word.startsWith("/") && !OWN_PATH.test(word)) return [];
  const link = withoutClosing(word.slice(first ?? 0));
  const last = starts.at(-1);
  const inner =
    last !== undefined && last !== first ? [{ text: withoutWrapping(word.slice(last)), named: false }] : [];
  return [...inner, ...unwrapProofpoint(link), ...partsOf(link)].filter(({ text }) => text !== "");
}

function partsOf(link: string): LinkPart[] {
  const hashAt = link.indexOf("#");
  const beforeHash = hashAt < 0 ? link : link.slice(0, hashAt);
  const hash = hashAt < 0 ? "" : link.slice(hashAt + 1);
  const queryAt = beforeHash.indexOf("?");
  const address = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
  const query = queryAt < 0 ? "" : beforeHash.slice(queryAt + 1);
  const path = address.replace(/^https?:\/\/[^/]*/i, "");
  const own = OWN_PATH.exec(path)?.[1];
  const segments = path.split("/").filter((segment) => segment !== "");
  return [
    ...(own === undefined ? [] : [{ text: decodePercent(own), named: true }]),
    ...segments.reverse().map((segment) => ({ text: decodePercent(segment), named: false })),
    ...valuesOf(query),
    ...partsOfHash(hash),
  ];
}

/** Of a page that routes by its fragment (`#/errors/…`, `#!/errors/…`) the steps, each decoded by itself. */
function partsOfHash(hash: string): LinkPart[] {
  const route = /^!?(\/.*)$/.exec(hash)?.[1];
  return route === undefined ? valuesOf(hash) : partsOf(route);
}

/** In a query `+` is a space, or itself where nobody encoded it. */
function valuesOf(query: string): LinkPart[] {
  if (query === "") return [];
  return query.split("&").flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1);
    const label = pair.slice(0, Math.max(0, at));
    const named = NAMED_VALUE.test(label);
    const spaced = value.includes("+")
      ? [{ text: decodePercent(value.replaceAll("+", " ")), named, label }]
      : [];
    return [{ text: decodePercent(value), named, label }, ...spaced];
  });
}

/** What no link holds ends it; without what closed around it: `/`, `=` and the like may be its own. */
function withoutClosing(link: string): string {
  let end = link.search(/["<>|{}\\^`\s“”„«»]/u);
  if (end < 0) end = link.length;
  while (end > 0 && /['‘’()[\],;!.…。、」』]/u.test(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

/** `__https://…__;!!` of Proofpoint's third form. */
function withoutWrapping(link: string): string {
  const end = link.indexOf("__;");
  return withoutClosing(end < 0 ? link : link.slice(0, end));
}

/** `u=https-3A__errata.example_r_err-5F7c1f9a` of Proofpoint's second form. */
function unwrapProofpoint(link: string): LinkPart[] {
  const value = /[?&]u=(https?-3A__[^&]*)/i.exec(link)?.[1];
  if (value === undefined) return [];
  const percent = value.replaceAll("_", "/").replace(/-([0-9a-f]{2})/gi, "%$1");
  return [{ text: decodePercent(percent), named: false }];
}
