import { z } from "zod";
import { EVENT_CLASSES, type EventClass } from "./event-class";
import { isUnchanged, needsWarning, STANDINGS, type Standing } from "./standing";

/** What support is given for one kind of failure: templates with `{placeholders}`. */
export type Wording = {
  /** What happened, with `{reference}` in it. */
  sentence: string;
  /** What is safe to promise. */
  promise: string;
  /** What must not be said or tried; null where nothing is dangerous. */
  do_not: string | null;
};

/** The class a wording is for; `any`: every class that has none of its own. */
export const WORDING_CLASSES = ["any", ...EVENT_CLASSES] as const;
export type WordingClass = "any" | EventClass;

/** What a template may name, and what stands there. */
export const PLACEHOLDERS = {
  reference: "the reference",
  what_happened: "what the user was told at the time; else what happened, by the class",
  tool: "the tool’s name",
  code: "the code of the failure",
  when: "when it happened, with the zone",
  what_next: "what would help, by class, retryable and retry_after",
  retry_after: "when it may be tried again: “in about 30 seconds”",
  settled: "when it was settled, with the zone",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

const ALWAYS: readonly Placeholder[] = ["reference", "what_happened", "tool", "code", "when"];

/**
 * What may be named where the effect stands so. Trying again is named only where nothing was changed: elsewhere no
 * wording may speak of it by itself.
 */
export function placeholdersFor(standing: Standing): readonly Placeholder[] {
  if (isUnchanged(standing)) return [...ALWAYS, "what_next", "retry_after"];
  return standing.startsWith("settled_") ? [...ALWAYS, "settled"] : ALWAYS;
}

export const WORDING_CHARACTERS = 600;

/** Why a template cannot be used where the effect stands so, with what to do; null when it can. */
export function faultOfTemplate(template: string, standing: Standing): string | null {
  const rest = template.replace(/\{[^{}]*\}/g, "");
  if (/[{}]/.test(rest)) return "has a brace without its other half";
  const known = placeholdersFor(standing);
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => !isOneOf(known, name));
  if (unknown === undefined) return null;
  const elsewhere = isOneOf(Object.keys(PLACEHOLDERS), unknown[1]) ? " here" : "";
  const names = known.map((name) => `{${name}}`).join(", ");
  return `does not know the placeholder ${unknown[0]}${elsewhere}; it may name ${names}`;
}

function isOneOf(names: readonly string[], name: string | undefined): boolean {
  return name !== undefined && names.includes(name);
}

const template = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(WORDING_CHARACTERS, `must be at most ${WORDING_CHARACTERS} characters`)
  .regex(/^[^\p{Cc}]*$/u, "must be one line");

export const wording = z.strictObject({
  sentence: template,
  promise: template,
  do_not: template.nullable(),
}) satisfies z.ZodType<Wording>;

/** What a wording may say depends on where the effect stands; said by the field at fault. */
const byStanding = z.partialRecord(z.enum(STANDINGS), wording).superRefine((cells, { addIssue }) => {
  for (const standing of STANDINGS) {
    const cell = cells[standing];
    if (cell !== undefined)
      for (const { field, message } of faultsOfWording(cell, standing))
        addIssue({ code: "custom", path: [standing, field], message });
  }
});

/** Why a wording cannot be used where the effect stands so, field by field. */
export function faultsOfWording(
  cell: Wording,
  standing: Standing,
): { field: keyof Wording; message: string }[] {
  const faults = (["sentence", "promise", "do_not"] as const).flatMap((field) => {
    const message = cell[field] === null ? null : faultOfTemplate(cell[field], standing);
    return message === null ? [] : [{ field, message }];
  });
  if (!cell.sentence.includes("{reference}"))
    faults.push({ field: "sentence", message: "must contain {reference}, so that the user can quote it" });
  if (cell.do_not !== null || !needsWarning(standing)) return faults;
  return [...faults, { field: "do_not", message: "must say what not to do: it may have happened" }];
}

/** The installation's own wordings by class and standing; what is left out has the one that Errata brings. */
export const wordings = z.partialRecord(z.enum(WORDING_CLASSES), byStanding);
export type Wordings = z.infer<typeof wordings>;

/** The installation's own wording: the class's, else the one for every class, else none. */
export function ownWording(own: Wordings, errorClass: WordingClass, standing: Standing): Wording | undefined {
  return own[errorClass]?.[standing] ?? own.any?.[standing];
}

/** The cell's own wording; null where another's or the default holds. */
export function wordingOfCell(own: Wordings, { class: errorClass, standing }: WordingCell): Wording | null {
  return own[errorClass]?.[standing] ?? null;
}

/** The template with its placeholders filled; what is filled in is never read as a template. */
export function fillWording(
  template: string,
  values: Readonly<Partial<Record<Placeholder, () => string>>>,
): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Placeholder]?.() ?? whole) : whole,
  );
}

/** Whether two cells say the same; null: it has no wording of its own. */
export function isSameWording(a: Wording | null, b: Wording | null): boolean {
  if (a === null || b === null) return a === b;
  return a.sentence === b.sentence && a.promise === b.promise && a.do_not === b.do_not;
}

/** One wording's place. */
export type WordingCell = { class: WordingClass; standing: Standing };

/** The wordings with this cell's put in or taken out; a class without any leaves with it. */
export function withWording(own: Wordings, cell: WordingCell, wording: Wording | null): Wordings {
  const { [cell.class]: ofClass = {}, ...others } = own;
  const { [cell.standing]: _before, ...rest } = ofClass;
  const changed = wording === null ? rest : { ...rest, [cell.standing]: wording };
  return Object.keys(changed).length === 0 ? others : { ...others, [cell.class]: changed };
}
