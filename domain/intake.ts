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

/** The doors that items come in by; each counts its own. */
export const INTAKE_DOORS = ["events", "frames", "calls", "recoveries", "releases", "evidence"] as const;
export type IntakeDoor = (typeof INTAKE_DOORS)[number];

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

/** How long the slots of the counts are; every step of a reading is a multiple of it. */
export const INTAKE_SLOT_SECONDS = 300;
