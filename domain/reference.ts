/**
 * References: the public tokens a user may quote. A reference is a search key, never an identity.
 * Errata's own are `err_` + 10 Crockford base-32 characters (50 bits) + 1 check character.
 */

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const BODY_LENGTH = 10;
const PREFIX = "err_";
const CHECKED = new RegExp(`^${PREFIX}[${ALPHABET}]{${BODY_LENGTH + 1}}$`);

/** Multiplication by x in GF(32) with the primitive polynomial x^5 + x^2 + 1. */
function timesAlpha(value: number): number {
  const doubled = value << 1;
  return doubled & 32 ? (doubled ^ 0b100101) & 31 : doubled;
}

/**
 * The check symbol is the sum of αⁱ·cᵢ over GF(32). Every single wrong character and every swap of two
 * characters changes it; Crockford's own mod-37 check needs five symbols (`*~$=u`) people cannot dictate.
 */
function checkSymbol(body: string): string {
  let sum = 0;
  for (const character of body) sum = timesAlpha(sum ^ ALPHABET.indexOf(character));
  return ALPHABET.charAt(sum);
}

/**
 * A new reference with its check character, e.g. `err_4k9w2m7q1zt`; 50 random bits. `random` is ten bytes, given
 * only where the same must come out again.
 */
export function mintReference(random = crypto.getRandomValues(new Uint8Array(BODY_LENGTH))): string {
  const body = Array.from(random, (byte) => ALPHABET.charAt(byte & 31)).join("");
  return PREFIX + body + checkSymbol(body);
}

/**
 * Whether the check character holds: `"valid"`, `"invalid"`, or `"unchecked"` for a producer's own form,
 * about which nothing can be said.
 */
export function checkReference(reference: string): "valid" | "invalid" | "unchecked" {
  if (!CHECKED.test(reference)) return "unchecked";
  const body = reference.slice(PREFIX.length, -1);
  return checkSymbol(body) === reference.slice(-1) ? "valid" : "invalid";
}

/** Letters of other alphabets that look like Latin ones, after NFKC and lower-casing. */
const LOOK_ALIKES: Record<string, string> = {
  а: "a", в: "b", е: "e", ё: "e", к: "k", м: "m", н: "h", о: "0", р: "p", с: "c", т: "t", у: "y", х: "x",
  і: "1", ї: "1", ј: "j", ѕ: "s", ԁ: "d", һ: "h", ӏ: "1", ο: "0", α: "a", ε: "e", ι: "1", κ: "k", ν: "v",
  ρ: "p", τ: "t", υ: "u", χ: "x", o: "0", i: "1", l: "1", "|": "1", "!": "1", ı: "1",
}; // biome-ignore format: one table, read at a glance
const SEPARATORS_AND_INVISIBLE = /[\s\p{P}\p{Cf}\p{Zs}\p{M}`^~+=<>$]+/gu;

/**
 * What stays of a reference when everything people get wrong is taken away: NFKC, lower case, separators
 * and marks removed, look-alikes folded. Stored beside each event and searched for suggestions.
 */
export function skeletonOf(reference: string): string {
  return PLAIN.test(reference) ? plainSkeleton(reference) : foldedSkeleton(reference);
}

/** ASCII, as nearly all references are: there a table says it all, in a tenth of the time. */
const PLAIN = /^[\0-\x7F]*$/;
const PLAIN_FOLDS: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  foldedSkeleton(String.fromCharCode(code)),
);

function plainSkeleton(reference: string): string {
  let skeleton = "";
  for (let index = 0; index < reference.length; index += 1)
    skeleton += PLAIN_FOLDS[reference.charCodeAt(index)];
  return skeleton;
}

function foldedSkeleton(reference: string): string {
  const lower = reference.normalize("NFKC").toLowerCase();
  let folded = "";
  for (const character of lower) folded += LOOK_ALIKES[character] ?? character;
  return folded.replace(SEPARATORS_AND_INVISIBLE, "");
}
