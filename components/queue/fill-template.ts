import { fillTemplate as fill, type TemplateValues } from "@/domain/template";

export type FilledLink =
  | { label: string; url: string }
  /** Names what is missing or wrong, so that nobody is sent to the wrong place. */
  | { label: string; problem: string };

/** A link into the outside system; one with a value that this case lacks, or that leads to no web address, is none. */
export function fillTemplate(
  { label, url: template }: { label: string; url: string },
  values: TemplateValues,
): FilledLink {
  const filled = fill(template, values);
  if ("problem" in filled) return { label, problem: filled.problem };
  const url = filled.text;
  return isWebAddress(url) ? { label, url } : { label, problem: "it is not a web address" };
}

/** Whether a link may be drawn: anything but http and https could run in this page. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
