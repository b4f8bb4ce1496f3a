import { z } from "zod";
import {
  type ReportOutcome,
  type ReportRules,
  refused,
  settleNames,
  settleParts,
  settleTime,
} from "./report-rules";
import { partShape, type Rejection, rejectionOfIssue } from "./reported-event";
import { scrubValue } from "./scrub/scrub-value";

/** Shown as a link, so nothing but a web address is taken. */
const webAddress = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), "must be an http or https address");

/** A deployment says what went out and when (CONTRACT "Counts, recoveries, releases"). */
export const reportedRelease = z.object({
  service: z.string().min(1).max(200).nullish(),
  release: z.string().min(1).max(200),
  environment: partShape,
  released_at: z.string("must be RFC 3339 text with an offset"),
  url: webAddress.nullish(),
});

export type PreparedRelease = {
  service: string;
  environment: string | null;
  release: string;
  released_at: string;
  url: string | null;
};

/** Reads one release; its service may come from the key's pin. */
export function prepareRelease(item: unknown, rules: ReportRules): ReportOutcome<PreparedRelease> {
  const parsed = reportedRelease.safeParse(item);
  if (!parsed.success) return refused(rejectionOfIssue(parsed.error, item), rules);
  const { release, released_at, url } = parsed.data;
  const time = settleTime("released_at", released_at, rules, null);
  if (!time.ok) return refused(time.rejection, rules);
  const parts = settleParts(parsed.data, { ...rules.pins, tenant: null });
  if (!parts.ok) return refused(parts.rejection, rules);
  const { service, environment } = parts.value;
  if (service === null) return { ok: false, rejection: SERVICE_REQUIRED };
  const names = settleNames({ service, environment, release }, rules);
  return { ok: true, value: { ...names, released_at: time.value.iso, url: cleanUrl(url, rules) } };
}

/** An address may carry a token; where it leads to is kept. */
function cleanUrl(url: string | null | undefined, { scrub = { found: 0 } }: ReportRules): string | null {
  return url === null || url === undefined ? null : String(scrubValue(url, scrub));
}

const SERVICE_REQUIRED: Rejection = {
  code: "service_required",
  class: "validation",
  message: "The field service is required.",
  field: "service",
  retryable: false,
};

export const RELEASE_CONFLICT: Rejection = {
  code: "conflict",
  class: "validation",
  message: "This release of the service is known with another time or address; the first stays.",
  hint: "A release that goes out again needs a name of its own.",
  retryable: false,
};
