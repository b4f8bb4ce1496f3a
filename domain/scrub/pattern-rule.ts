import { countHidden, type Scrub, type ScrubKind } from "./scrub-rules";

/** What stands for what was hidden. */
export const HIDDEN = "[redacted]";

/**
 * What may stand before a word though it ends in a letter or a digit: an escaped line end of a text within a text, an
 * escaped character of an address, and the end of an escaped colour.
 */
export const ESCAPE =
  "\\\\[bfnrtv0]|%[0-9A-Fa-f]{2}|\\\\u[0-9A-Fa-f]{4}|\\\\x[0-9A-Fa-f]{2}|\\[[0-9;]{0,16}m";
/** The beginning of a word, in a pattern. */
export const WORD_BEGINS = `(?:(?<![A-Za-z0-9])|(?<=${ESCAPE}))`;
/** The beginning of a name, which holds `_`, `.` and `-` as well. */
export const NAME_BEGINS = "(?:(?<![\\w.-])|(?<=\\\\[nrt]))";

/** A rule by one pattern; a replacement that is the match itself hides nothing. */
export type Rule = {
  kind: ScrubKind;
  pattern: RegExp;
  replace: (match: string, ...groups: string[]) => string;
};

/** The text with what the rule finds replaced, and counted. */
export function applyRule(rule: Rule, text: string, scrub: Scrub): string {
  return text.replace(rule.pattern, (match: string, ...groups: string[]) => {
    const replaced = rule.replace(match, ...groups);
    if (replaced !== match) countHidden(scrub, rule.kind);
    return replaced;
  });
}
