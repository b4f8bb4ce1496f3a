import {
  type FilledTemplate,
  fillTemplate,
  namesInTemplate,
  PLACEHOLDER,
  type TemplateValues,
} from "./template";

/* Addresses with parts filled in. A value is data: it never decides who is asked or linked to, nor which of their paths. */

/** Whether scheme, host, port and user stand in a template as they are: else an event could choose who is asked. */
export function isHostFixed(template: string): boolean {
  const [one, other] = ["1", "2"].map((text) => originOf(filledWith(template, text)));
  return one !== null && one === other;
}

/** The template with one text for every value. */
export const filledWith = (template: string, text: string) => template.replace(PLACEHOLDER, () => text);

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, username, password } = new URL(text);
  return JSON.stringify([protocol, host, username, password]);
}

/**
 * The address with each value in it, or why there is none. It has the segments of its template, at the same depth:
 * a value that is blank, or that makes a segment one of dots or an empty one in the eyes of any server on the way
 * (decoded once or more, without white space or `;parameters`), would lead somewhere else and is not filled in.
 */
export function fillAddress(template: string, values: TemplateValues): FilledTemplate {
  if (!isHostFixed(template)) return { problem: "its host is not fixed" };
  const filled = fillTemplate(template, values);
  if ("problem" in filled) return filled;
  const blank = namesInTemplate(template).find((name) => visible(values[name] ?? "") === "");
  if (blank !== undefined) return { problem: `its ${blank} is blank` };
  const segments = segmentsOf(filled.text);
  const wanted = segmentsOf(filledWith(template, FILLED));
  const strays = wanted.some((segment, index) => segment.includes(FILLED) && strayed(segments[index] ?? ""));
  if (
    strays ||
    segments.length !== wanted.length ||
    depthOf(filled.text) !== depthOf(filledWith(template, "x"))
  )
    return { problem: "a value would lead to another address" };
  return filled;
}

/** Of the private use: no address has it. */
const FILLED = "\uE000";

/** What stands between slashes, behind the host. Encoded values hold none of these characters. */
const segmentsOf = (address: string) => address.replace(/^[^\\/]*[\\/]*[^\\/?#]*/, "").split(/[\\/?#]/);
const depthOf = (address: string) => new URL(address).pathname.split("/").length;

function strayed(segment: string): boolean {
  const parts = visible(decodedOften(segment))
    .split(/[\\/]/)
    .map((part) => part.replace(/;.*$/s, ""));
  return parts.every((part) => part === "") || parts.some((part) => part === "." || part === "..");
}

/** White space and what nobody sees taken out, and look-alikes such as a full-width dot made plain. */
const visible = (text: string) => text.normalize("NFKC").replace(/[\s\p{C}\p{Z}]/gu, "");

/** Proxies and servers decode in turn; three times is one more than seen anywhere. */
function decodedOften(text: string): string {
  return [1, 2, 3].reduce((decoded) => decoded.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun), text);
}

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** Whether a template has a dot segment of its own, which would be gone before it is asked. */
export function hasDotSegment(template: string): boolean {
  return segmentsOf(filledWith(template, "x")).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}
