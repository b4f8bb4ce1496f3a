import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { SilentCodes } from "@/components/recovery/silent-codes";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { silencesQuery } from "@/lib/client/silences";
import { silencesQuery as silencesParams } from "@/lib/contract/silences";
import { requirePageCaller } from "@/lib/http/page-session";
import { listSilences } from "@/lib/services/silence/list-silences";

export const metadata: Metadata = { title: "Silent codes" };

/** Codes that have gone silent, its rows already in the page. */
export default async function SilentCodesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const { service, environment } = await loadFilters(searchParams);
  const queries = queryClient();
  await queries.prefetchInfiniteQuery({
    ...silencesQuery({ service, environment }),
    queryFn: () => listSilences(ctx, silencesParams.parse({ service, environment })),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SilentCodes />
    </HydrationBoundary>
  );
}
