import type { EventItem } from "@/lib/contract/events-list";

type Failed = Pick<EventItem, "unmapped" | "class" | "occurred_at">;

/** `wanted`: frames would help, and how they are sent is worth showing */
export type MissingFrames = { title: string; text: string; wanted: boolean };

/** Frames are sent beside the event and may take a moment; later they most likely never come. */
const ARRIVING_MS = 10 * 60_000;

/** Why no frames are there: mapped before anything was thrown, on their way, or missing where they would be needed. */
export function describeMissingFrames(event: Failed | undefined, nowMs: number): MissingFrames {
  if (event === undefined)
    return {
      title: "None are known",
      text: "Neither the event nor frames of it have arrived.",
      wanted: true,
    };
  if (!event.unmapped && event.class === "validation")
    return {
      title: "None were recorded: mapped at validation",
      text: "The call was refused before anything was thrown, so there is no exception to keep. That is as it should be.",
      wanted: false,
    };
  if (!event.unmapped && event.class !== "system")
    return {
      title: "None were recorded",
      text: "The failure was mapped to its code where it happened, so no exception was kept. That is normal.",
      wanted: false,
    };
  const what = event.unmapped
    ? "This failure fell through every named case, and frames would say where."
    : "A system failure has a cause, and frames would say where.";
  const isRecent = nowMs - Date.parse(event.occurred_at) < ARRIVING_MS;
  return isRecent
    ? {
        title: "None yet",
        text: `${what} They may be on their way: they are joined by the reference, and this page looks again by itself.`,
        wanted: true,
      }
    : {
        title: "None were recorded",
        text: `${what} Nothing has come since; records are joined by the reference, whenever they arrive.`,
        wanted: true,
      };
}
