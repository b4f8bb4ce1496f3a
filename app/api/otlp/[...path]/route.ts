import { notFoundError } from "@/domain/errors";
import { everyMethod } from "@/lib/http/every-method";
import { otlpDoor } from "@/lib/http/otlp/otlp-door";
import { refusingBy } from "@/lib/http/refusing";
import { externalUrl } from "@/lib/http/request-origin";

/**
 * Everything else of OTLP. Said so instead of taken and dropped: a 200 would say that traces and metrics are kept here
 * (decision 0137).
 */
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = everyMethod(
  otlpDoor(
    refusingBy((rt, { headers }) =>
      notFoundError(
        "not_found",
        `Errata takes OpenTelemetry logs only, at ${externalUrl(rt, headers)}/api/otlp/v1/logs.`,
        {
          hint: "Send the others elsewhere, or none: OTEL_TRACES_EXPORTER=none, OTEL_METRICS_EXPORTER=none.",
        },
      ),
    ),
  ),
);
