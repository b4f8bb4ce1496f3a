import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { INTAKE_DOORS, type IntakeDoor } from "@/domain/intake";
import type { Step } from "@/domain/steps";
import type { IntakeAnswer } from "@/lib/contract/intake";
import { api, searchString } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

/** What the page of sources shows beside the header's range: one door's items only, and the source that is opened. */
export const INTAKE_PARAMS = {
  door: parseAsStringLiteral(INTAKE_DOORS),
  open: parseAsString,
};
export const loadIntakeParams = createLoader(INTAKE_PARAMS);

type IntakeAsked = { filters: Filters; zone: string; door: IntakeDoor | null };

/** The query of `GET /api/v1/intake` that these filters mean at this moment. Counts are kept by five minutes. */
export function intakeInput({ filters, zone, door }: IntakeAsked, nowMs: number) {
  const { from, to, step } = resolveRange(filters, nowMs);
  const coarse: Step = step === "1m" ? "5m" : step;
  return { from, to, step: coarse, tz: zone, ...(door !== null && { door }) };
}

/** What came in, by source. */
export function intakeQuery(asked: IntakeAsked) {
  return queryOptions({
    queryKey: ["intake", asked],
    queryFn: ({ signal }) =>
      api<IntakeAnswer>("/api/v1/intake", { query: intakeInput(asked, Date.now()), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

type Rejected = { source_id?: number | undefined; door?: string | null; reason?: string | null };

/** The quarantined items behind a number; `range` is the page's own, as it stands in its address. */
export function quarantineHref({ source_id, door, reason }: Rejected, range: Partial<Filters> = {}): string {
  const { range: named, from, to } = range;
  return `/intake/quarantine${searchString({ source: source_id, door, reason, range: named, from, to })}`;
}
