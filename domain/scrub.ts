import { type CarriedNumber, isCarriedNumber } from "./carried-number";
import { stringifyJson } from "./json";
import { HIDDEN_CARD, isCard, saysCard } from "./personal-data";
import { HIDDEN, scrubName, scrubString } from "./redaction";
import type { Rejection } from "./reported-event";
import { countHidden, type Scrub } from "./scrub-rules";
import { isSecretName, isSecretNumberName } from "./secret-name";

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

/** What the names above a value say of it. */
type Said = { secret: boolean; number: boolean; card: boolean };
const NOTHING: Said = { secret: false, number: false, card: false };
const SECRET: Said = { secret: true, number: false, card: false };
const SECRET_NUMBER: Said = { secret: true, number: true, card: false };
const CARD: Said = { secret: false, number: false, card: true };

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
  if (!said.secret || value === "") return scrubString(value, scrub, said.card);
  if (value !== HIDDEN) countHidden(scrub, "named_value");
  return HIDDEN;
}

function number(value: number | CarriedNumber, scrub: Scrub, said: Said): unknown {
  if (said.number) {
    countHidden(scrub, "named_value");
    return HIDDEN;
  }
  const kept = (scrub.rules?.card_numbers ?? "kept") === "kept";
  if (kept || !said.card || !isCard(stringifyJson(value), () => true, scrub)) return value;
  countHidden(scrub, "card_number");
  return HIDDEN_CARD;
}

function array(value: unknown[], scrub: Scrub, said: Said): unknown[] {
  let changed: unknown[] | null = null;
  for (let at = 0; at < value.length; at += 1) {
    const before = value[at];
    const after = Array.isArray(before)
      ? pair(before, scrub, said)
      : walk(before, scrub, at > 0 && isFlag(value[at - 1]) && typeof before === "string" ? SECRET : said);
    if (after !== before) {
      changed ??= value.slice();
      changed[at] = after;
    }
  }
  return changed ?? value;
}

/** `["--password", "…"]` as a command's arguments are listed. */
function isFlag(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("-") && !value.includes("=") && isSecretName(value);
}

/** `[["Authorization", "…"]]` as headers are listed. */
function pair(value: unknown[], scrub: Scrub, said: Said): unknown[] {
  const [name, content] = value;
  if (value.length !== 2 || typeof name !== "string" || typeof content !== "string" || !isSecretName(name))
    return array(value, scrub, said);
  return [name, text(content, scrub, SECRET)];
}

function object(value: object, scrub: Scrub, said: Said): object {
  const entries = Object.entries(value);
  const labelled = entries.length < 8 && isSecretName(labelOf(value));
  let changed = false;
  for (const entry of entries) {
    const [name, before] = entry;
    const own = labelled && /^values?$/i.test(name) ? SECRET_NUMBER : saidBy(name, said);
    entry[0] = scrubString(name, scrub);
    entry[1] = walk(before, scrub, own);
    if (entry[0] !== name || entry[1] !== before) changed = true;
  }
  return changed ? Object.fromEntries(entries) : value;
}

/** `{"name": "X-Api-Key", "value": "…"}`, as headers and variables are listed. */
function labelOf(value: object): string {
  const label = Reflect.get(value, "name") ?? Reflect.get(value, "key") ?? Reflect.get(value, "header");
  return typeof label === "string" && label.length <= 100 ? label : "";
}

/** What is said above a value holds below it too: everything in `credentials` is a secret. */
function saidBy(name: string, above: Said): Said {
  if (above.secret) return above;
  if (isSecretName(name)) return isSecretNumberName(name) ? SECRET_NUMBER : SECRET;
  return above.card || saysCard(name) ? CARD : NOTHING;
}
