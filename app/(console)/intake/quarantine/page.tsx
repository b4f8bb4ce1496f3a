import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { askedOf, loadQuarantineParams } from "@/components/quarantine/quarantine-params";
import { Quarantine } from "@/components/quarantine/quarantine-view";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { quarantineQuery } from "@/lib/client/quarantine";
import { queryClient } from "@/lib/client/query-client";
import { quarantineQuery as listQuery, quarantineList } from "@/lib/contract/quarantine";
import { requirePageCaller } from "@/lib/http/page-session";
import { listQuarantine } from "@/lib/services/quarantine/list-quarantine";

export const metadata: Metadata = { title: "Quarantine" };

/** What was rejected, its first rows already in the page. */
export default async function QuarantinePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "quarantine.read")) return <NotYours />;
  const asked = askedOf(await loadQuarantineParams(searchParams));
  const queries = queryClient();
  await queries.prefetchInfiniteQuery({
    ...quarantineQuery(asked),
    queryFn: async () => {
      const given = Object.entries(asked).filter(
        ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
      );
      return quarantineList.parse(await listQuarantine(ctx, listQuery.parse(Object.fromEntries(given))));
    },
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Quarantine />
    </HydrationBoundary>
  );
}
