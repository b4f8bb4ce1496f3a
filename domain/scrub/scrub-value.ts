import { type CarriedNumber, isCarriedNumber } from "../carried-number";
import { stringifyJson } from "../json";
import { ownText } from "../own-text";
import type { Rejection } from "../reported-event";
import { mayHide } from "./may-hide";
import { HIDDEN_CARD, isCard, saysCard } from "./personal-data";
import { countHidden, type Scrub, type ScrubRules } from "./scrub-rules";
import { HIDDEN, scrubName, scrubString } from "./scrub-text";
import { isProse, isSaidOfPassword, isSentence, looksRandom } from "./secret-likeness";
import { isSecretName, tellingOf } from "./secret-name";
import { columnsOf } from "./table-columns";
import { isLikeSecret, isNamedBefore, labelOf, lastName, type Part, partOf } from "./telling-places";

export type { Scrub } from "./scrub-rules";

/**
 * Names (tool, tenant, environment, service, release) without the credentials in them. Addresses and the installation's
 * own rules leave names alone: two tenants must not become one.
 */
export function scrubNames<Names extends Record<string, string | null>>(names: Names, scrub: Scrub): Names {
  let scrubbed = names;
  for (const field in names) {
    const name = names[field];
    const clean = typeof name === "string" ? scrubName(name, scrub) : name;
    if (clean !== name) scrubbed = { ...scrubbed, [field]: clean };
  }
  return scrubbed;
}

/** A rejection whose words about what was received may be answered and stored. */
export function scrubRejection(rejection: Rejection, scrub: Scrub = { found: 0 }): Rejection {
  if (rejection.received === undefined) return rejection;
  const { field, received } = rejection;
  const name = field?.slice(field.lastIndexOf(".") + 1) ?? "received";
  return {
    ...rejection,
    received: Object.values(scrubValue({ [name]: received }, { ...scrub, found: 0 }) as object)[0],
  };
}

/**
 * What an event's `received` and `permitted` may be stored as: `field` names them. What is permitted are words, mostly,
 * even of a field such as `auth`; only what looks like a secret is hidden there.
 */
export function scrubUnder(
  field: unknown,
  part: "received" | "permitted",
  value: unknown,
  scrub: Scrub,
): unknown {
  const name = typeof field === "string" ? lastName(field) : "";
  if (!isSecretName(name)) return scrubValue(value, scrub);
  if (part === "received" || !Array.isArray(value)) return walk(value, scrub, saidBy(name, NOTHING));
  return value.map((item) =>
    walk(item, scrub, typeof item === "string" && isLikeSecret(item) ? SECRET : NOTHING),
  );
}

/**
 * What the names above a value say of it, the weightier the later; `digits`: how many a number has at least that is
 * hidden.
 */
type Said = { weight: 0 | 1 | 2 | 3 | 4; digits: number; shows: (text: string) => boolean };
const NONE = Number.POSITIVE_INFINITY;
const NOTHING: Said = { weight: 0, digits: NONE, shows: () => true };
const CARD: Said = { weight: 1, digits: NONE, shows: () => true };
/** `session: closed` is none, and `session: 8fk2…` is. */
const DOUBTFUL: Said = { weight: 2, digits: NONE, shows: (text) => !looksRandom(text) };
/** No token is a word of a sentence about one, `token: expired`. */
const isAboutSecret = (text: string) => isProse(text) || isSentence(text);
const SECRET: Said = { weight: 3, digits: NONE, shows: isAboutSecret };
/** `token: 7` is a place or a number of them, `token: 12345678` is one. */
const SECRET_OR_COUNT: Said = { weight: 3, digits: 6, shows: isAboutSecret };
/** A password may be any word, and most sentences. */
const PASSWORD: Said = { weight: 4, digits: 1, shows: isSaidOfPassword };

/**
 * Any JSON value as it may be stored: what is hidden is found by its form or by the names above it. What nothing was
 * hidden in is answered as it came, not copied.
 */
export function scrubValue(value: unknown, scrub: Scrub): unknown {
  return walk(value, scrub, NOTHING);
}

function walk(value: unknown, scrub: Scrub, said: Said): unknown {
  if (typeof value === "string") return text(value, scrub, said);
  if (typeof value === "number") return said === NOTHING ? value : number(value, scrub, said);
  if (typeof value !== "object" || value === null) return value;
  if (isCarriedNumber(value)) return number(value, scrub, said);
  return Array.isArray(value) ? array(value, scrub, said) : object(value, scrub, said);
}

function text(value: string, scrub: Scrub, said: Said): string {
  if (said.weight < DOUBTFUL.weight || value === "" || said.shows(value))
    return scrubString(value, scrub, said === CARD);
  if (value !== HIDDEN) countHidden(scrub, "named_value");
  return HIDDEN;
}

function number(value: number | CarriedNumber, scrub: Scrub, said: Said): unknown {
  if (typeof value === "number" ? hasDigits(value, said.digits) : said.digits < NONE) {
    countHidden(scrub, "named_value");
    return HIDDEN;
  }
  const kept = (scrub.rules?.card_numbers ?? "kept") === "kept";
  if (kept || said !== CARD || !isCard(stringifyJson(value), () => true, scrub)) return value;
  countHidden(scrub, "card_number");
  return HIDDEN_CARD;
}

const hasDigits = (value: number, digits: number) =>
  digits === 1 || (digits < NONE && Math.abs(value) >= 10 ** (digits - 1));

function array(value: unknown[], scrub: Scrub, said: Said): unknown[] {
  let changed: unknown[] | null = null;
  for (let at = 0; at < value.length; at += 1) {
    const before = value[at];
    const after = Array.isArray(before)
      ? pair(before, scrub, said)
      : walk(before, scrub, at > 0 && isNamed(value[at - 1], before) ? SECRET : said);
    if (after !== before) {
      changed ??= value.slice();
      changed[at] = after;
    }
  }
  return changed ?? value;
}

/** Whether the text before it names this one. */
function isNamed(name: unknown, value: unknown): boolean {
  if (typeof name !== "string" || typeof value !== "string") return false;
  return isFlag(name) || isNamedBefore(name, value);
}

/** `["--password", "…"]` as a command's arguments are listed. */
function isFlag(value: string): boolean {
  return value.startsWith("-") && !value.includes("=") && isSecretName(value);
}

/** `[["Authorization", "…"]]` as headers are listed. */
function pair(value: unknown[], scrub: Scrub, said: Said): unknown[] {
  const [name, content] = value;
  if (value.length !== 2 || typeof name !== "string" || typeof content !== "string" || !isSecretName(name))
    return array(value, scrub, said);
  return [name, text(content, scrub, saidBy(name, said))];
}

function object(value: object, scrub: Scrub, said: Said): object {
  const names = Object.keys(value);
  let changed: [string, unknown][] | null = null;
  for (const [at, name] of names.entries()) {
    const member = memberOf(name);
    const before: unknown = Reflect.get(value, name);
    const after = member.asks
      ? beside(before, member, value, scrub, said)
      : walk(before, scrub, below(member.said, said));
    const clean = member.is_plain && !scrub.rules?.custom.length ? name : scrubString(name, scrub);
    if (changed === null && after === before && clean === name) continue;
    changed ??= names.slice(0, at).map((kept) => [kept, Reflect.get(value, kept)]);
    changed.push([clean, after]);
  }
  return changed === null ? value : Object.fromEntries(changed);
}

/** A value of which a member beside it may say more than its own name does. */
function beside(
  before: unknown,
  { said: own, part }: Member,
  value: object,
  scrub: Scrub,
  said: Said,
): unknown {
  if (part.is_of_key && typeof before === "string" && Object.hasOwn(value, "kty"))
    return walk(before, scrub, PASSWORD);
  const columns = part.is_rows ? columnsOf(value, before) : null;
  if (columns?.some(isSecretName) && Array.isArray(before)) return table(before, columns, scrub, said);
  const label = labelOf(part, value, partOfMember);
  return walk(before, scrub, below(label === "" ? own : saidByName(label), said));
}

/** A table's rows, or one of them, each cell below its column's name. */
function table(rows: unknown[], columns: readonly string[], scrub: Scrub, said: Said): unknown[] {
  const cell = (value: unknown, at: number) => walk(value, scrub, saidBy(columns[at] ?? "", said));
  if (!rows.some(Array.isArray)) return rows.map(cell);
  return rows.map((row: unknown) => (Array.isArray(row) ? row.map(cell) : walk(row, scrub, said)));
}

/** What is known of a member by its name; `asks`: what is beside it may say more of it; `is_plain`: no rule finds anything in the name itself. */
type Member = { said: Said; part: Part; asks: boolean; is_plain: boolean };

/** The names that a producer uses are few and come again; a flood of new ones empties the memory. */
const REMEMBERED_MEMBERS = 5_000;
const MEMBER_CHARACTERS = 64;
const members = new Map<string, Member>();

function memberOf(name: string): Member {
  const known = members.get(name);
  if (known !== undefined) return known;
  const is_plain = name.length <= MEMBER_CHARACTERS && !mayHide(name, EVERYTHING);
  const part = partOf(name);
  const asks = part.named_by !== "nothing" || part.is_rows || part.is_of_key;
  const member = { said: saidByName(name), part, asks, is_plain };
  if (name.length > MEMBER_CHARACTERS) return member;
  if (members.size >= REMEMBERED_MEMBERS) members.clear();
  members.set(ownText(name), member);
  return member;
}
const EVERYTHING: ScrubRules = { email_addresses: true, card_numbers: "all", custom: [] };
const partOfMember = (name: string) => memberOf(name).part;

const saidBy = (name: string, above: Said) => below(saidByName(name), above);

/** What is said above a value holds below it too: everything in `credentials` is a secret. */
function below(own: Said, above: Said): Said {
  if (above === PASSWORD) return above;
  if (own.weight >= above.weight) return own;
  // Numbers are judged by their own names.
  return above === SECRET_OR_COUNT ? SECRET : above;
}

function saidByName(name: string): Said {
  switch (tellingOf(name)) {
    case "number":
      return PASSWORD;
    case "secret":
      return /tokens$/i.test(name) ? SECRET : SECRET_OR_COUNT;
    case "doubtful":
      return DOUBTFUL;
    default:
      return saysCard(name) ? CARD : NOTHING;
  }
}
