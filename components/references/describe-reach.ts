import type { ReportAnswer } from "@/lib/contract/report";

type RateAround = NonNullable<ReportAnswer["rate_around"]>;

/** One user or everybody? The answer in a few words, and what it is made of. */
export function describeReach({ failures, runs, tenants }: RateAround): { headline: string; detail: string } {
  const detail = [
    count(failures, "failure"),
    // A producer may send neither runs nor tenants; then nothing is known of them.
    runs > 0 ? count(runs, "run") : null,
    tenants > 0 ? count(tenants, "tenant") : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
  return { headline: headlineOf(failures, runs, tenants), detail };
}

function headlineOf(failures: number, runs: number, tenants: number): string {
  if (failures <= 1) return "Only this one";
  if (tenants > 1) return "Several tenants";
  if (runs === 1) return "Only this run";
  if (tenants === 1) return "One tenant, several runs";
  return runs > 1 ? "Several runs" : "More than this one";
}

function count(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}
