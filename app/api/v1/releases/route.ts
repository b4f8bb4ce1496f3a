import { type ReportsAccepted, reportsAccepted } from "@/lib/contract/calls";
import { ingestQuery } from "@/lib/contract/ingest";
import {
  RELEASE_EXAMPLE,
  type ReleasesAnswer,
  releaseReport,
  releasesAnswer,
  releasesQuery,
} from "@/lib/contract/releases";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { listReleases } from "@/lib/services/releases/list-releases";
import { recordReleases } from "@/lib/services/releases/record-releases";

export const GET = defineRoute({
  operation: "listReleases",
  summary: "Markers for the time axis, the newest first.",
  answers: releasesAnswer,
  capability: "rates.read",
  query: releasesQuery,
  handle: async ({ ctx, query }) => (await listReleases(ctx, query)) satisfies ReleasesAnswer,
});

export const POST = defineRoute({
  operation: "recordReleases",
  summary: "Reports that a release went out.",
  answers: { 200: reportsAccepted, 207: reportsAccepted, 422: reportsAccepted },
  accepts: { item: releaseReport, member: "releases", example: RELEASE_EXAMPLE },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      request,
      (await recordReleases(ctx, { items: await readItems(request, "releases") })) satisfies ReportsAccepted,
      query.results,
    ),
});
