import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { NextMoves } from "@/components/recovery/next-moves";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { movesInput, movesQuery } from "@/lib/client/next-moves";
import { queryClient } from "@/lib/client/query-client";
import { nextMovesQuery } from "@/lib/contract/next-moves";
import { requirePageCaller } from "@/lib/http/page-session";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";

export const metadata: Metadata = { title: "Next moves" };

/** What came next after failures, its numbers already in the page. */
export default async function NextMovesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const filters = await loadFilters(searchParams);
  const queries = queryClient();
  await queries.prefetchQuery({
    ...movesQuery(filters),
    queryFn: () => countNextMoves(ctx, nextMovesQuery.parse(movesInput(filters, ctx.now().getTime()))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <NextMoves />
    </HydrationBoundary>
  );
}
