import { validationError } from "@/domain/errors";
import { defineRoute } from "@/lib/http/define-route";
import { everyMethod } from "@/lib/http/every-method";
import { exportAnswer } from "@/lib/http/otlp/export-answer";
import { otlpDoor } from "@/lib/http/otlp/otlp-door";
import { readLogs } from "@/lib/http/otlp/read-logs";
import { receiveLogs } from "@/lib/http/otlp/receive-logs";
import { refusing } from "@/lib/http/refusing";
import { externalUrl } from "@/lib/http/request-origin";
import { measures } from "@/lib/services/measures";
import { runtime } from "@/lib/services/runtime";

export const POST = otlpDoor(
  defineRoute({
    operation: "exportLogs",
    summary: "OTLP/HTTP logs: the records that report a failed tool call become events and frames.",
    capability: "events.report",
    handle: async ({ ctx, request }) => {
      const { records, skipped } = await readLogs(request);
      const place = `${externalUrl(runtime(), request.headers)}/intake/quarantine`;
      const outcome = await receiveLogs(ctx, records, place);
      if (skipped > 0) measures().skipped.inc({ door: "otlp" }, skipped);
      return exportAnswer(request, outcome);
    },
  }),
);

/** Said as everything here: whoever tries the address in a browser or by a probe reads what an exporter would. */
export const { DELETE, GET, OPTIONS, PATCH, PUT } = everyMethod(
  otlpDoor(
    refusing(
      validationError("method_not_supported", "This address does not answer this method.", {
        hint: "Logs are sent to it by POST.",
      }),
    ),
  ),
);
