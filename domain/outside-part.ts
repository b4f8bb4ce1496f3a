import type { Confinement } from "./permissions";

const PARTS = [
  ["tenants", "tenant"],
  ["environments", "environment"],
  ["services", "service"],
] as const;

type Place = Partial<Record<(typeof PARTS)[number][1], string | null | undefined>>;

/** The part by which a place lies outside what somebody sees, and what it may be; null when it lies within. */
export function outsidePart(
  confinement: Confinement,
  place: Place,
): { field: (typeof PARTS)[number][1]; received: string | null; permitted: string[] } | null {
  for (const [allowed, field] of PARTS) {
    const permitted = confinement[allowed];
    const received = place[field] ?? null;
    if (permitted !== null && (received === null || !permitted.includes(received)))
      return { field, received, permitted };
  }
  return null;
}
