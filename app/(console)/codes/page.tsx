import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Codes } from "@/components/codes/codes";
import { NotYours } from "@/components/settings/not-yours";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { codesInput, codesQuery } from "@/lib/client/codes";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { codesAnswer, codesQuery as codesParams } from "@/lib/contract/codes";
import { requirePageCaller } from "@/lib/http/page-session";
import { listCodes } from "@/lib/services/codes/list-codes";

export const metadata: Metadata = { title: "Codes" };

/** The registry of codes, its rows already in the page. */
export default async function CodesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const filters = await loadFilters(searchParams);
  const queries = queryClient();
  await queries.prefetchQuery({
    ...codesQuery(filters),
    queryFn: async () => {
      const input = codesParams.parse(codesInput(filters, ctx.now().getTime()));
      return codesAnswer.parse(await listCodes(ctx, input));
    },
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Codes" />
      <Codes />
    </HydrationBoundary>
  );
}
