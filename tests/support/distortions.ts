import fc from "fast-check";
import { mintReference } from "@/domain/reference";

/** A reference within a text; what is broken in the middle is broken in the reference. */
export type Pasted = { before: string; reference: string; after: string };

/** Whether the reference is still spelled, or what is left of it is near it only. */
export type Distortion = {
  name: string;
  kind: "lossy" | "lossless";
  /** In which order distortions happen: what a person wrote, how it was encoded, what it stands in, how it was wrapped. */
  layer: number;
  /** Null where it cannot happen to this one. */
  apply: (pasted: Pasted, random: Random) => Pasted | null;
};

export type Random = { pick: <T>(of: readonly T[]) => T; below: (limit: number) => number };

/** Choices out of a list of numbers, so that a failing case is told by them. */
export function randomOf(numbers: readonly number[]): Random {
  let at = 0;
  const next = () => numbers[at++ % numbers.length] ?? 0;
  const below = (limit: number) => next() % Math.max(1, limit);
  return {
    below,
    pick: (of) => {
      const picked = of[below(of.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
  };
}

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const crockford = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{6}[0-9]{2}[0-9A-HJKMNP-TV-Z]{18}$/);

/** References in every shape that producers use. */
export const references: Record<string, fc.Arbitrary<string>> = {
  checked: fc
    .uint8Array({ minLength: 10, maxLength: 10 })
    .map((bytes) => mintReference(bytes))
    .filter((reference) => /\d/.test(reference)),
  short: hex(6)
    .filter((body) => /\d/.test(body))
    .map((body) => `err_${body}`),
  longer: hex(10).map((body) => `err_${body}`),
  uuid: fc.uuid(),
  ulid: crockford,
  prefixed: crockford.map((body) => `req_${body.slice(0, 14)}`),
  dated: fc.integer({ min: 1_000, max: 999_999 }).map((n) => `ERR-2024/${n}`),
  numbered: fc.integer({ min: 1_000_000, max: 9_999_999 }).map((n) => `INC${n}`),
  base64: fc.stringMatching(/^[A-Za-z0-9+/]{9}[0-9][A-Za-z0-9+/]{10}[AQgw]==$/),
  symbols: hex(8).map((body) => `a/${body.slice(0, 3)}#c%${body.slice(3, 6)}?e:${body.slice(6)}+d7`),
  urn: hex(7).map((body) => `urn:err:4${body}`),
  cyrillic: fc.integer({ min: 1_000, max: 9_999 }).map((n) => `ошибка-${n}`),
  han: fc.integer({ min: 10_000, max: 99_999 }).map((n) => `错误-${n}`),
  long: fc.uuid().map((uuid) => `trace:${uuid}:${uuid.slice(0, 8)}`),
  marked: hex(8).map((body) => `svc.eu_1~${body}$e`),
};

const inside =
  (change: (reference: string, random: Random) => string | null) =>
  (pasted: Pasted, random: Random): Pasted | null => {
    const reference = change(pasted.reference, random);
    return reference === null || reference === "" ? null : { ...pasted, reference };
  };

const around =
  (surround: (random: Random) => [string, string]) =>
  ({ before, reference, after }: Pasted, random: Random): Pasted | null => {
    const [left, right] = surround(random);
    // In a text without spaces, letters of the same script cannot be told from the reference's own.
    if (left.includes("エラー") && /\p{Script=Han}/u.test(reference)) return null;
    return { before: left + before, reference, after: after + right };
  };

/** In a link the reference stands percent-encoded, and in a link in that link once more. */
const inLink =
  (link: (path: string) => [string, string], depth = 1) =>
  ({ before, reference, after }: Pasted): Pasted | null => {
    if (before !== "" || after !== "") return null;
    let [inner, own] = ["https://errata.example/references/", encodeURIComponent(reference)];
    for (let level = 1; level < depth; level += 1)
      [inner, own] = [encodeURIComponent(inner), encodeURIComponent(own)];
    const [left, right] = link(inner);
    return { before: left, reference: own, after: right };
  };

const split = (reference: string, random: Random, between: string) => {
  const characters = [...reference];
  if (characters.length < 2) return null;
  // Not within a tag: that breaks the tag.
  const tag = characters.indexOf("<");
  const at = 1 + random.below((tag < 2 ? characters.length : tag) - 1);
  return characters.slice(0, at).join("") + between + characters.slice(at).join("");
};

const lossy = (name: string, change: (reference: string, random: Random) => string | null): Distortion => ({
  ...{ name, kind: "lossy", layer: 0, apply: inside(change) },
});
const lossless = (name: string, layer: number, apply: Distortion["apply"]): Distortion => ({
  ...{ name, kind: "lossless", layer, apply },
});

const LOOK_ALIKES: Record<string, string> = {
  ...{
    "0": "Oo",
    "1": "lI",
    o: "0",
    l: "1I",
    i: "1l",
    O: "0",
    I: "1l",
    a: "а",
    c: "с",
    e: "е",
    p: "р",
    A: "А",
  },
};
const LETTERS = "0123456789abcdefghjkmnpqrstuvwxyz";

const edit = (reference: string, random: Random): string | null => {
  const characters = [...reference];
  // Separators have a distortion of their own; a Han character has too many others.
  const places = characters.flatMap((character, at) =>
    /[\p{L}\p{N}]/u.test(character) && !/\p{Script=Han}/u.test(character) ? [at] : [],
  );
  const at = random.pick(places);
  const letter = random.pick([...LETTERS]);
  const edited = random.pick(["other", "more", "less", "swapped"] as const);
  const next = characters[at + 1];
  if (edited === "swapped" && next !== undefined && /[\p{L}\p{N}]/u.test(next))
    characters.splice(at, 2, next, characters[at] ?? "");
  else if (edited === "less") characters.splice(at, 1);
  else if (edited === "more") characters.splice(at, 0, letter);
  else characters.splice(at, 1, letter);
  return characters.join("");
};

export const DISTORTIONS: readonly Distortion[] = [
  lossy("other separators", (reference, random) => {
    const other = random.pick(["-", "_", ".", "", " ", "–", "/"]);
    return /[-_/:]/.test(reference) ? reference.replace(/[-_/:]/g, other) : null;
  }),
  lossy("missing err_", (reference) => /^err_(.+)$/.exec(reference)?.[1] ?? null),
  lossy("missing prefix of another kind", (reference) => /^(?:req_|ERR-|INC)(.+)$/.exec(reference)?.[1] ?? null),
  lossy("first part", (reference) => {
    const characters = [...reference];
    const length = Math.ceil(characters.length * 0.75);
    return characters.length < 8 ? null : characters.slice(0, length).join("");
  }),
  lossy("look-alike", (reference, random) => {
    const places = [...reference].flatMap((character, at) => (LOOK_ALIKES[character] ? [at] : []));
    if (places.length === 0) return null;
    const at = random.pick(places);
    const characters = [...reference];
    characters[at] = random.pick([...(LOOK_ALIKES[characters[at] ?? ""] ?? "")]);
    return characters.join("");
  }),
  lossy("one edit", edit),
  lossless("upper case", 1, inside((reference) => reference.toUpperCase())),
  lossless("lower case", 1, inside((reference) => reference.toLowerCase())),
  lossless("invisible characters", 2, inside((reference, random) =>
    split(reference, random, random.pick(["\u200b", "\u00ad", "\u2060", "\u200e", "\ufeff", "\u202a"])))),
  lossless("full-width forms", 2, inside((reference) =>
    reference.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)))),
  lossless("percent-encoding", 3, inside((reference) => encodeURIComponent(reference).replaceAll("_", "%5F"))),
  lossless("quoted-printable", 3, inside((reference) => reference.replaceAll("=", "=3D").replaceAll("_", "=5F"))),
  lossless("Markdown escapes", 3, inside((reference) => reference.replace(/[_*~#+]/g, "\\$&"))),
  lossless("JSON escapes", 3, inside((reference) =>
    JSON.stringify(reference).slice(1, -1).replaceAll("/", "\\/").replaceAll("_", "\\u005f"))),
  lossless("HTML entities", 3, inside((reference) =>
    reference.replace(/[&<>"'_#%?/=+:]/g, (character) => `&#${character.charCodeAt(0)};`))),
  lossless("named entities", 3, inside((reference) =>
    reference.replaceAll("&", "&amp;").replaceAll("_", "&lowbar;").replaceAll("-", "&hyphen;").replaceAll("/", "&sol;"))),
  lossless("tags in it", 3, inside((reference, random) =>
    split(reference, random, random.pick(["<wbr>", "</b>", '<span class="x">', "<wbr/>"])))),
  lossless("quotes", 4, around((random) =>
    random.pick([['"', '"'], ["“", "”"], ["„", "“"], ["«", "»"], ["‹", "›"], ["「", "」"], ["'", "'"], ["’", "’"], ["(", ")"], ["[", "]"]]))),
  lossless("backticks", 4, around((random) => random.pick([["`", "`"], ["**", "**"], ["*", "*"], ["```", "```"]]))),
  lossless("angle brackets", 4, around(() => ["<", ">"])),
  lossless("trailing punctuation", 4, around((random) => ["", random.pick([".", ",", "!", "?", ";", ":", "…", "。", "?!"])])),
  lossless("a sentence", 5, around((random) =>
    random.pick([
      ["The ticket service failed for me; reference ", ", please help."],
      ["Guten Tag, die Meldung nennt ", ". Vielen Dank für Ihre Hilfe!"],
      ["エラー：", "が発生しました"],
      ["reference:", " was what the page said to me today"],
    ]))),
  lossless("an e-mail", 5, around(() => [
    "Hello,\n\nit failed again at 10:32 on 2026-11-15 (order 4711).\n> The tool said: ",
    "\n> Sent from my phone\n\nKind regards\nAda",
  ])),
  lossless("a JSON body", 5, around(() => ['{"error":"timeout","status":504,"reference":"', '","retryable":false}'])),
  lossless("HTML", 5, around(() => ['<p>Failed.</p><p class="ref">Reference: <b>', "</b></p>"])),
  lossless("our link", 5, inLink((path) => [path, "?tab=model&service=other#x"])),
  lossless("a short link", 5, inLink((path) => [path.replace("references", "r"), ""])),
  lossless("Slack's link", 5, inLink((path) => [`<${path}`, "|the failed call>"])),
  lossless("Markdown's link", 5, inLink((path) => [`[the report](${path}`, ")"])),
  lossless("a safe link", 5, inLink((path) => [
    `https://eur01.safelinks.protection.outlook.com/?url=${path}`,
    "&data=05%7C02%7Cada%40example.com%7C7c1f&sdata=abc%2B9%3D&reserved=0",
  ], 2)),
  lossless("a doubly encoded safe link", 5, inLink((path) => [
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${path}`,
    "&locale=en-us",
  ], 3)),
  lossless("a redirect", 5, inLink((path) => [`https://www.google.com/url?q=${path}`, "&sa=D&source=editors&ust=1700"], 2)),
  lossless("a line break in it", 6, inside((reference, random) => split(reference, random, random.pick(["\n", "\r\n"])))),
  lossless("a soft break in it", 6, inside((reference, random) => split(reference, random, "=\r\n"))),
  lossless("a quoted break in it", 6, inside((reference, random) => split(reference, random, "\n> "))),
]; // biome-ignore format: a distortion an entry
