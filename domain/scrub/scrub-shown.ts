import { mayHoldControls, withoutControls } from "../terminal-text";
import type { Scrub } from "./scrub-rules";

/** How a text is scrubbed as it is written. */
export type ScrubWritten = (text: string, scrub: Scrub) => string;

/**
 * A text as it may be stored. It is judged by what a terminal shows of it, for a colour may stand amid a secret; where
 * the colours hid one, they are given up.
 */
export function scrubShown(text: string, scrub: Scrub, scrubWritten: ScrubWritten): string {
  const bare = mayHoldControls(text) ? withoutControls(text) : text;
  if (bare === text) return scrubWritten(text, scrub);
  const shown = scrubWritten(bare, scrub);
  if (shown === bare) return scrubWritten(text, scrub);
  const uncounted: Scrub = { found: 0, ...(scrub.rules && { rules: scrub.rules }) };
  const coloured = scrubWritten(text, uncounted);
  return withoutControls(coloured) === shown ? coloured : shown;
}
