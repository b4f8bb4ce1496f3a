import { z } from "zod";
import { eventFilters } from "@/domain/filters";
import { reportedRelease } from "@/domain/reported-release";

/** `GET /api/v1/releases`: markers for the time axis, newest first. */
export const releasesQuery = eventFilters
  .pick({ from: true, to: true, service: true, environment: true, release: true })
  .extend({
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  });
export type ReleasesQuery = z.output<typeof releasesQuery>;

export const releaseItem = z.object({
  service: z.string().nullable(),
  environment: z.string().nullable(),
  release: z.string(),
  released_at: z.string(),
  url: z.string().nullable(),
  /** `report`: a deployment said so; `event`: the first event that named it. */
  known_from: z.enum(["report", "event"]),
});
export type ReleaseItem = z.output<typeof releaseItem>;

export const releasesAnswer = z.object({
  items: z.array(releaseItem),
  next_cursor: z.string().nullable(),
});
export type ReleasesAnswer = z.output<typeof releasesAnswer>;

/** `POST /api/v1/releases`: one, an array, `{"releases": […]}` or NDJSON. `service` may come from the key's pin. */
export const releaseReport = reportedRelease;
export const RELEASE_EXAMPLE = {
  service: "billing-agent",
  release: "2026.11.3",
  released_at: "2026-11-15T00:34:38.350360Z",
};
export type ReleaseReport = z.input<typeof releaseReport>;
