import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { NotYours } from "@/components/settings/not-yours";
import { PageHeader } from "@/components/ui/page-header";
import { Unmapped } from "@/components/unmapped/unmapped";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { worklistInput, worklistQuery } from "@/lib/client/unmapped";
import { worklistAnswer, worklistQuery as worklistParams } from "@/lib/contract/unmapped";
import { requirePageCaller } from "@/lib/http/page-session";
import { listWorklist } from "@/lib/services/unmapped/list-worklist";

export const metadata: Metadata = { title: "Unmapped" };

/** What nobody has thought about yet, and what to map next; the worklist is already in the page. */
export default async function UnmappedPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const filters = await loadFilters(searchParams);
  const queries = queryClient();
  await queries.prefetchQuery({
    ...worklistQuery(filters),
    queryFn: async () => {
      const input = worklistParams.parse(worklistInput(filters, ctx.now().getTime()));
      return worklistAnswer.parse(await listWorklist(ctx, input));
    },
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Unmapped" />
      <Unmapped target={ctx.settings.unmapped_share_target} />
    </HydrationBoundary>
  );
}
