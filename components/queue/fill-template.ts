import { fillAddress } from "@/domain/address-template";
import type { TemplateValues } from "@/domain/template";

export type FilledLink =
  | { label: string; url: string }
  /** Names what is missing or wrong, so that nobody is sent to the wrong place. */
  | { label: string; problem: string };

/** A link into the outside system; one with a value that this case lacks or that would lead elsewhere is none. */
export function fillTemplate(
  { label, url: template }: { label: string; url: string },
  values: TemplateValues,
): FilledLink {
  // A scheme is never filled in, so this can be said before anything is.
  if (!/^https?:/i.test(template)) return { label, problem: "it is not a web address" };
  const filled = fillAddress(template, values);
  return "problem" in filled ? { label, problem: filled.problem } : { label, url: filled.text };
}

/** Whether a link may be drawn: anything but http and https could run in this page. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
