import { notFoundError } from "@/domain/errors";
import { otlpDoor } from "@/lib/http/otlp/otlp-door";
import { refusing } from "@/lib/http/refusing";

/**
 * Everything else of OTLP. Said so instead of taken and dropped: a 200 would say that traces and metrics are kept here
 * (decision 0137).
 */
const unknown = otlpDoor(
  refusing(
    notFoundError("not_found", "Errata takes OpenTelemetry logs only, at /api/otlp/v1/logs.", {
      hint: "Send the others elsewhere, or none: OTEL_TRACES_EXPORTER=none, OTEL_METRICS_EXPORTER=none.",
    }),
  ),
);

export {
  unknown as DELETE,
  unknown as GET,
  unknown as OPTIONS,
  unknown as PATCH,
  unknown as POST,
  unknown as PUT,
};
