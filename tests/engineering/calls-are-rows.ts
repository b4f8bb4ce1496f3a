import { expect } from "vitest";
import { callLines } from "@/domain/rate-export";
import type { EventItem } from "@/lib/contract/events-list";
import type { ServiceContext } from "@/lib/services/context";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";
import { countBy, isAsked, isOwn } from "./event-oracle";
import type { Question } from "./exact-questions";
import type { Call } from "./exact-world";
import { readCsv } from "./read-csv";

/** Every failure there is, and every line of calls as it was reported. */
type Counted = { rows: readonly EventItem[]; calls: readonly Call[] };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

type Caller = Pick<Call, "service" | "environment" | "tenant" | "tool">;
const KNOWN_TO_NO_CALL = { code: "", class: "unclassified", effect: null, unmapped: false } as const;
const NOT_IN_CALLS = ["code", "class", "effect", "unmapped"] as const;

/** Failures against calls: of who called in the range only, and unknown under filters that calls do not know. */
export async function callsAreRows(
  ctx: ServiceContext,
  asked: Question,
  { rows, calls: reported }: Counted,
): Promise<void> {
  const { filters, range, tz, call_group: group_by, top, confinement } = asked;
  const rates = await countFailureRates(ctx, { ...filters, ...range, tz, group_by, top });
  const isUnknown = NOT_IN_CALLS.some(
    (name) => filters[name] || filters.except?.some((each) => each.startsWith(name)),
  );
  const within = { ...filters, from: rates.from, to: rates.to };
  const made = reported.filter((line) => {
    const row = { ...line, ...KNOWN_TO_NO_CALL, occurred_at: line.minute };
    return !isUnknown && isAsked(row, within) && isOwn(row, confinement);
  });
  const callerOf = ({ service, environment, tenant, tool }: Caller) =>
    JSON.stringify([service, environment, tenant, tool]);
  const called = countBy(made, callerOf, ({ count }) => count);
  const failed = rows.filter(
    (row) => isAsked(row, within) && isOwn(row, confinement) && (called[callerOf(row)] ?? 0) > 0,
  );
  const calls = sum(made.map(({ count }) => count));
  const failures = calls === 0 ? 0 : failed.length;
  expect(rates.totals).toEqual({
    ...{ failures, calls: calls === 0 ? null : calls },
    failure_rate: calls === 0 ? null : failures / calls,
  });
  const all = rates.other === null ? rates.series : [...rates.series, rates.other];
  expect(sum(all.map((one) => one.failures))).toBe(failures);
  expect(sum(all.flatMap(({ points }) => points.map(([, , count]) => count ?? 0)))).toBe(calls);
  for (const { key, failures } of rates.series)
    if (group_by) expect(failures).toBe(failed.filter((row) => row[group_by] === key).length);
  const lines = readCsv([...callLines(rates, group_by !== undefined)].join(""));
  expect(sum(lines.map((line) => Number(line.failures)))).toBe(failures);
  expect(sum(lines.map((line) => Number(line.calls)))).toBe(calls);
  for (const line of lines) {
    expect(line.calls === "0").toBe(false);
    expect(line.failure_rate).toBe(
      line.calls === null ? null : `${Number(line.failures) / Number(line.calls)}`,
    );
  }
}
