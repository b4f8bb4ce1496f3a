import type { ReportAnswer } from "@/lib/contract/report";
import { countWords } from "./count-words";

type RateAround = NonNullable<ReportAnswer["rate_around"]>;

type Reach = Omit<RateAround, "code" | "from" | "to" | "points">;

/** One user or everybody? The answer in a few words, and what it is made of. */
export function describeReach(reach: Reach): { headline: string; detail: string } {
  const { failures, runs, tenants } = reach;
  const detail = [
    countWords(failures, "failure"),
    // A producer may send neither runs nor tenants; then nothing is known of them.
    runs > 0 ? countWords(runs, "run") : null,
    tenants > 0 ? countWords(tenants, "tenant") : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
  return { headline: headlineOf(reach), detail };
}

/** Failures may name no run or no tenant: the one that is named is the only one where every failure names it. */
function headlineOf({ failures, runs, tenants, without_run, without_tenant }: Reach): string {
  if (failures <= 1) return "Only this one";
  if (tenants > 1) return "Several tenants";
  if (runs === 1 && without_run === 0) return "Only this run";
  if (tenants === 1 && without_tenant === 0) return runs > 1 ? "One tenant, several runs" : "One tenant";
  return runs > 1 ? "Several runs" : "More than this one";
}
