import { finding, type LintFinding } from "./finding";

/** What stands where somebody has to put in what only they know. */
const WHOLE = /^‹[^‹›]*›$/;
const ANY = /‹[^‹›]+›/;

/** Whether a value is nothing but a placeholder. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && WHOLE.test(value.trim());
}

const PLACES = 20;

/** Where placeholders are left, in the body's own members. */
export function placeholderFindings(body: Readonly<Record<string, unknown>>): LintFinding[] {
  return Object.entries(body)
    .filter(([, value]) => typeof value === "string" && ANY.test(value))
    .slice(0, PLACES)
    .map(([field]) => finding("placeholder_left", [field]));
}
