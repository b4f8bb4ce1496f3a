import { defineRoute } from "@/lib/http/define-route";
import { exportAnswer } from "@/lib/http/otlp/export-answer";
import { otlpDoor } from "@/lib/http/otlp/otlp-door";
import { readLogs } from "@/lib/http/otlp/read-logs";
import { receiveLogs } from "@/lib/http/otlp/receive-logs";
import { publicBase } from "@/lib/platform/public-url";
import { measures } from "@/lib/services/measures";
import { runtime } from "@/lib/services/runtime";

export const POST = otlpDoor(
  defineRoute({
    operation: "exportLogs",
    summary: "OTLP/HTTP logs: the records that report a failed tool call become events and frames.",
    capability: "events.report",
    handle: async ({ ctx, request }) => {
      const { records, skipped } = await readLogs(request);
      const outcome = await receiveLogs(ctx, records, quarantineAddress());
      if (skipped > 0) measures().skipped.inc({ door: "otlp" }, skipped);
      return exportAnswer(request, outcome);
    },
  }),
);

const quarantineAddress = () => `${publicBase(runtime().env) ?? ""}/intake/quarantine`;
