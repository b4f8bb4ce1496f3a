import { ownText } from "../own-text";
import { mayHoldControls } from "../terminal-text";
import { mayHide } from "./may-hide";
import { scrubCardNumbers, scrubEmailAddresses } from "./personal-data";
import { scrubCredentials } from "./scrub-credentials";
import { mayHoldEscaped, scrubDecoded } from "./scrub-decoded";
import { CREDENTIALS_ONLY, countHidden, type Scrub, type ScrubRules } from "./scrub-rules";
import { type ScrubWritten, scrubShown } from "./scrub-shown";

/**
 * Scrubbing of every stored string, before it is written (CONTRACT "Scrubbing"). References, codes, ids and plain long
 * numbers are not touched: a rule needs a telling prefix, scheme or name. Every rule reads a text in proportion to its
 * length, whatever is in it.
 */

export { HIDDEN } from "./pattern-rule";

/** Of five million hostile texts none still changed in the third pass; the end is for the one that nobody thought of. */
const PASSES_MOST = 4;

/**
 * A placeholder may bring a rule to bear that the value itself did not: so again while something was hidden, that what
 * is stored stays as it is when a replay or a mapping has it scrubbed once more. Counted is what the first pass hid.
 */
function hideSettled(text: string, scrub: Scrub, said_card: boolean): string {
  const before = scrub.found;
  let left = hide(text, scrub, said_card);
  if (scrub.found === before) return left;
  for (let pass = 1; pass < PASSES_MOST; pass += 1) {
    const again = hide(left, { found: 0, rules: scrub.rules }, said_card);
    if (again === left) break;
    left = again;
  }
  return left;
}

/** By every rule, those of one's own last. */
function hide(text: string, scrub: Scrub, said_card: boolean): string {
  const { email_addresses, card_numbers, custom } = scrub.rules ?? CREDENTIALS_ONLY;
  let left = scrubCredentials(text, scrub);
  if (email_addresses && left.includes("@")) left = scrubEmailAddresses(left, scrub);
  if (card_numbers !== "kept" && left.length > 12) left = scrubCardNumbers(left, scrub, said_card);
  for (const matcher of custom) {
    const replaced = matcher.replace(left);
    if (replaced.found > 0) countHidden(scrub, matcher.kind, replaced.found);
    left = replaced.text;
  }
  return left;
}

/** The shortest text that a rule could match. */
const SHORTEST = 5;

/** The text as it may be stored; counts in `scrub` what was hidden. `said_card`: its name says it is a card's number. */
export function scrubString(text: string, scrub: Scrub, said_card = false): string {
  if (text.length < SHORTEST) return text;
  const rules = scrub.rules ?? CREDENTIALS_ONLY;
  if (rules.custom.length === 0 && !mayHide(text, rules)) return text;
  if (!mayHoldControls(text) && !mayHoldEscaped(text)) return hideSettled(text, scrub, said_card);
  return scrubAsRead(text, scrub, (written, pass) => hideSettled(written, pass, said_card));
}

/** As a terminal shows it, and as its escapes are read. */
function scrubAsRead(text: string, scrub: Scrub, scrubWritten: ScrubWritten): string {
  return scrubShown(text, scrub, (shown, pass) => scrubDecoded(shown, pass, scrubWritten));
}

const NAME_CHARACTERS = 200;

/** The names that a producer uses are few and come again; a flood of new ones empties the memory. */
const REMEMBERED_NAMES = 5_000;
const cleanNames = new Set<string>();

/** A name without the credentials in it; it stays as short as names are. */
export function scrubName(name: string, scrub: Scrub): string {
  if (name.length < SHORTEST || cleanNames.has(name)) return name;
  const clean = scrubAsRead(name, scrub, scrubCredentials);
  if (clean !== name) return clean.slice(0, NAME_CHARACTERS);
  if (cleanNames.size >= REMEMBERED_NAMES) cleanNames.clear();
  if (name.length <= NAME_CHARACTERS) cleanNames.add(ownText(name));
  return name;
}

/** The text with credentials replaced, and whatever else the rules name, and how many strings were. */
export function scrubText(
  text: string,
  rules: ScrubRules = CREDENTIALS_ONLY,
): { text: string; found: number } {
  const scrub: Scrub = { found: 0, rules };
  return { text: scrubString(text, scrub), found: scrub.found };
}
