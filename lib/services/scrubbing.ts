import { validationError } from "@/domain/errors";
import { HIDDEN_CARD, HIDDEN_EMAIL } from "@/domain/scrub/personal-data";
import type { CustomMatcher, ScrubRules } from "@/domain/scrub/scrub-rules";
import { HIDDEN } from "@/domain/scrub/scrub-text";
import type { Scrub } from "@/domain/scrub/scrub-value";
import type { ScrubRule, Settings } from "@/domain/settings";
import { linearPattern } from "@/lib/platform/linear-pattern";

type ScrubSettings = Pick<Settings, "scrub_email_addresses" | "scrub_card_numbers" | "scrub_rules">;

/** Settings are one object until they change, and compiling takes longer than using. */
const compiled = new WeakMap<ScrubSettings, ScrubRules>();

/** The rules that these settings ask for. A stored rule that cannot be read is left out: it was checked when stored. */
export function scrubRulesOf(settings: ScrubSettings): ScrubRules {
  const known = compiled.get(settings);
  if (known !== undefined) return known;
  const { scrub_email_addresses, scrub_card_numbers, scrub_rules } = settings;
  const placeholders = [HIDDEN, HIDDEN_EMAIL, HIDDEN_CARD, ...scrub_rules.map(({ label }) => label)];
  const custom = scrub_rules.flatMap((rule) => matcherOf(rule, placeholders) ?? []);
  const rules = { email_addresses: scrub_email_addresses, card_numbers: scrub_card_numbers, custom };
  compiled.set(settings, rules);
  return rules;
}

/** A pass of scrubbing by the installation's rules that counts what it hides by kind. */
export function newScrub(settings: ScrubSettings): Required<Scrub> {
  return { found: 0, kinds: new Map(), rules: scrubRulesOf(settings) };
}

/** What stands for something hidden already is not hidden again, or a text would grow with each scrubbing. */
function matcherOf(
  { name, pattern, label }: ScrubRule,
  placeholders: readonly string[],
): CustomMatcher | null {
  const found = linearPattern(pattern);
  if ("fault" in found) return null;
  return { kind: `custom:${name}`, replace: (text) => found.replace(text, label, placeholders) };
}

/**
 * Throws `invalid_scrub_rule`, naming the rule, where a pattern cannot be read or would match everywhere, or where a
 * label holds what its own pattern finds.
 */
export function assertScrubRules(rules: readonly ScrubRule[]): void {
  for (const [index, { name, pattern, label }] of rules.entries()) {
    const found = linearPattern(pattern);
    if ("fault" in found)
      throw validationError(
        "invalid_scrub_rule",
        `The pattern of the rule ${name} cannot be used: ${found.fault}.`,
        {
          field: `scrub_rules.${index}.pattern`,
          received: pattern.slice(0, 100),
          hint: "Write it in RE2's syntax: no back-references, no look-around, and nothing that matches the empty text.",
        },
      );
    if (found.finds(label))
      throw validationError("invalid_scrub_rule", `The label of the rule ${name} matches its own pattern.`, {
        field: `scrub_rules.${index}.label`,
        received: label.slice(0, 100),
        hint: "Choose a label in which the pattern finds nothing, or a narrower pattern.",
      });
  }
}
