import type { Confinement } from "@/domain/permissions";

const PARTS = [
  ["tenants", "tenant"],
  ["environments", "environment"],
  ["services", "service"],
] as const;

/** Texts as one parameter, in the form of PostgreSQL's arrays. */
export function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

/**
 * The condition of `confine` for statements that are written as text and run by name: one text for each set of confined
 * parts, the values as parameters from `$first` on. Empty where nothing is confined.
 */
export function confineText(confinement: Confinement, of: string, first: number) {
  return confinedBy(confinement, first, (column, values) => `${of}.${column} = any(${values})`);
}

/** The same for what may leave parts unnamed: they belong to nobody's confinement, and hide nothing (`listPossibleEvidence`). */
export function confineNamedText(confinement: Confinement, of: string, first: number) {
  return confinedBy(
    confinement,
    first,
    (column, values) => `(${of}.${column} is null or ${of}.${column} = any(${values}))`,
  );
}

function confinedBy(
  confinement: Confinement,
  first: number,
  within: (column: string, values: string) => string,
) {
  const confined = PARTS.filter(([part]) => confinement[part] !== null);
  return {
    condition: confined
      .map(([, column], index) => ` and ${within(column, `$${first + index}::text::text[]`)}`)
      .join(""),
    parameters: confined.map(([part]) => textArray(confinement[part] ?? [])),
  };
}
