/** What is counted of what comes in (CONTRACT "Events", EXPERIENCE "Intake"). */
export const INTAKE_MEASURES = [
  "accepted",
  "duplicate",
  "conflict",
  "rejected",
  "skewed",
  "sanitized",
  "scrubbed",
  "malformed_code",
  "message_cut",
  "leaked",
  "lag",
] as const;
export type IntakeMeasure = (typeof INTAKE_MEASURES)[number];

/** How many items of a source came in at a door within five minutes. */
export type IntakeCount = {
  source_id: number;
  door: string;
  slot: string;
  measure: IntakeMeasure;
  detail: string;
  items: number;
};

/** The start of the five minutes (UTC) that hold an instant. */
export function intakeSlotOf(instant: string): string {
  const minute = Math.floor(Number(instant.slice(14, 16)) / 5) * 5;
  return `${instant.slice(0, 14)}${String(minute).padStart(2, "0")}:00Z`;
}
