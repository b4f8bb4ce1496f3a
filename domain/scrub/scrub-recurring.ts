import { RecurringTexts } from "../recurring-texts";
import { CREDENTIALS_ONLY, type ScrubRules } from "./scrub-rules";
import { type Scrub, scrubValue } from "./scrub-value";

/** Those in which these rules found nothing. */
const clean = new WeakMap<ScrubRules, RecurringTexts>();

/** As `scrubValue`, for texts that come again and again: most are then not looked at. */
export function scrubRecurring<Text extends string | null | undefined>(text: Text, scrub: Scrub): Text {
  if (typeof text !== "string") return text;
  const known = cleanBy(scrub.rules ?? CREDENTIALS_ONLY);
  if (known.has(text)) return text;
  const scrubbed = scrubValue(text, scrub) as Text;
  if (scrubbed === text) known.add(text);
  return scrubbed;
}

function cleanBy(rules: ScrubRules): RecurringTexts {
  const known = clean.get(rules);
  if (known !== undefined) return known;
  const texts = new RecurringTexts();
  clean.set(rules, texts);
  return texts;
}
