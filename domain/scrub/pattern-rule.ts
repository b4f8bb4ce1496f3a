import { countHidden, type Scrub, type ScrubKind } from "./scrub-rules";

/** What stands for what was hidden. */
export const HIDDEN = "[redacted]";

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
