/** What a string was hidden for; counted, while what it was is not kept (CONTRACT "Scrubbing"). */
export const SCRUB_KINDS = [
  "private_key", "jwt", "authorization", "known_key", "url_credentials", "url_parameter", "named_value",
  "email_address", "card_number",
] as const; // biome-ignore format: one list
export type ScrubKind = (typeof SCRUB_KINDS)[number] | `custom:${string}`;

/** A rule of the installation's own, compiled; it must take time in proportion to the text. */
export type CustomMatcher = {
  kind: `custom:${string}`;
  replace: (text: string) => { text: string; found: number };
};

/** What an installation has hidden beyond credentials, which always are. */
export type ScrubRules = {
  email_addresses: boolean;
  /**
   * `marked`: numbers grouped as on a card, or said to be one. `all`: plain ones of sixteen digits too, where issuer
   * and check digit fit. A plain number of any other length is never one.
   */
  card_numbers: "kept" | "marked" | "all";
  custom: readonly CustomMatcher[];
};

export const CREDENTIALS_ONLY: ScrubRules = { email_addresses: false, card_numbers: "kept", custom: [] };

/** One pass of scrubbing: its rules, how many strings it hid, and by which kinds of rule where somebody counts them. */
export type Scrub = { found: number; kinds?: Map<ScrubKind, number>; rules?: ScrubRules };

/** Notes that something was hidden. */
export function countHidden(scrub: Scrub, kind: ScrubKind, found = 1): void {
  scrub.found += found;
  scrub.kinds?.set(kind, (scrub.kinds.get(kind) ?? 0) + found);
}
