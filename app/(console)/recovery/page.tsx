import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Recovery } from "@/components/recovery/recovery";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { loadRecoveryParams, recoveryInput, recoveryQuery } from "@/lib/client/recovery";
import { recoveryQuery as recoveryParams } from "@/lib/contract/recovery";
import { requirePageCaller } from "@/lib/http/page-session";
import { readRecovery } from "@/lib/services/recovery/read-recovery";

export const metadata: Metadata = { title: "Recovery" };

/** Attempts until recovery, its numbers already in the page. */
export default async function RecoveryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const { known_from, compare } = await loadRecoveryParams(searchParams);
  const asked = { filters: await loadFilters(searchParams), known_from, compare };
  const queries = queryClient();
  await queries.prefetchQuery({
    ...recoveryQuery(asked),
    queryFn: () => readRecovery(ctx, recoveryParams.parse(recoveryInput(asked, ctx.now().getTime()))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Recovery />
    </HydrationBoundary>
  );
}
