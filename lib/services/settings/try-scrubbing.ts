import { scrubString } from "@/domain/scrub/scrub-text";
import { scrubValue } from "@/domain/scrub/scrub-value";
import type { Settings } from "@/domain/settings";
import type { ServiceContext } from "../context";
import { assertScrubRules, newScrub } from "../scrubbing";

export type TryScrubbingInput = { text: string } & Partial<
  Pick<Settings, "scrub_email_addresses" | "scrub_card_numbers" | "scrub_rules">
>;

/**
 * What would be stored of a text under the installation's rules, or those given instead, and which kinds of rule hid how
 * much. JSON is read as JSON, as it would be at the door. Nothing is stored or logged. Throws `invalid_scrub_rule`.
 */
export function tryScrubbing(ctx: ServiceContext, { text, ...changed }: TryScrubbingInput) {
  if (changed.scrub_rules) assertScrubRules(changed.scrub_rules);
  const scrub = newScrub({ ...ctx.settings, ...changed });
  const value = structured(text);
  const scrubbed =
    value === null ? scrubString(text, scrub) : JSON.stringify(scrubValue(value, scrub), null, 2);
  return {
    text: scrub.found === 0 ? text : scrubbed,
    found: [...scrub.kinds].map(([kind, found]) => ({ kind, found })),
  };
}

function structured(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
