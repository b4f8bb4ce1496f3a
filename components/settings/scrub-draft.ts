import type { SentryKeep } from "@/domain/sentry/sentry-keeps";
import type { ScrubRule, Settings } from "@/domain/settings";

export type ScrubSettings = Pick<
  Settings,
  "scrub_email_addresses" | "scrub_card_numbers" | "scrub_rules" | "sentry_keeps"
>;

/** The part of the settings that is about scrubbing, as it is edited. */
export function scrubDraftOf(settings: Settings): ScrubSettings {
  const { scrub_email_addresses, scrub_card_numbers, scrub_rules, sentry_keeps } = settings;
  return { scrub_email_addresses, scrub_card_numbers, scrub_rules, sentry_keeps };
}

export const NEW_RULE: ScrubRule = { name: "", pattern: "", label: "[redacted]" };

/** The rules with one changed, or taken away where `rule` is null. */
export function withRule(rules: readonly ScrubRule[], at: number, rule: ScrubRule | null): ScrubRule[] {
  return rules.flatMap((one, index) => (index !== at ? [one] : rule === null ? [] : [rule]));
}

/** Rules that something was written in: an empty row is no rule. */
export function writtenRules(rules: readonly ScrubRule[]): ScrubRule[] {
  return rules.filter(({ name, pattern }) => name.trim() !== "" || pattern !== "");
}

/** What of an event of Sentry's SDKs may be kept beside its exceptions. */
export const KEEPS_IN_WORDS: Readonly<Record<SentryKeep, string>> = {
  vars: "Local variables of each frame",
  modules: "Installed packages",
  breadcrumbs: "What was logged before",
  request: "The HTTP request, its headers too",
  user: "The user: id, address, name",
  argv: "The command line",
};

const WORDS: Readonly<Record<string, string>> = {
  private_key: "Private key",
  jwt: "JSON web token",
  authorization: "Authorization",
  known_key: "Key by its form",
  url_credentials: "User in an address",
  url_parameter: "Parameter of an address",
  named_value: "Value by its name",
  email_address: "E-mail address",
  card_number: "Card number",
};

/** A kind of rule in words; a rule of one's own by its name. */
export function kindInWords(kind: string): string {
  return WORDS[kind] ?? kind.replace(/^custom:/, "");
}
