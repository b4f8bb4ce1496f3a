import { ERROR_CLASSES, type ErrorClass } from "./errors";
import { sentText } from "./sent-text";

/** The class of an event: one of the six, or `unclassified` when the producer sent none of them. */
export type EventClass = ErrorClass | "unclassified";

export const EVENT_CLASSES: readonly EventClass[] = [...ERROR_CLASSES, "unclassified"];

/** Other spellings producers use, until the installation decides on its own; kept in `class_sent` when one is folded. */
export const CLASS_ALIASES: Readonly<Record<string, ErrorClass>> = {
  invalid_request: "validation",
  invalid_argument: "validation",
  "not-found": "not_found",
  capability: "not_found",
  permission_denied: "authorization",
  unauthenticated: "authorization",
  governance: "authorization",
  reliability: "transient",
  terminal: "system",
};

/** Every name a class goes by, in lower case. */
export type ClassNames = ReadonlyMap<string, EventClass>;

/** The names under these aliases. An alias never takes a class's own name. */
export function classNames(aliases: Readonly<Record<string, ErrorClass>>): ClassNames {
  return new Map([...Object.entries(aliases), ...ERROR_CLASSES.map((name) => [name, name] as const)]);
}

const KNOWN = classNames(CLASS_ALIASES);

/** Reads a class as sent, in any case; the unknown is kept and counted as `unclassified`, never rejected. */
export function readClass(
  sent: unknown,
  names: ClassNames = KNOWN,
): { class: EventClass; class_sent: string | null } {
  if (sent === undefined || sent === null || sent === "") return { class: "unclassified", class_sent: null };
  const text = sentText(sent);
  const known = names.get(text.trim().toLowerCase());
  if (known === text) return { class: known, class_sent: null };
  return { class: known ?? "unclassified", class_sent: text };
}
