import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Figures } from "@/components/figures/figures";
import { NotYours } from "@/components/settings/not-yours";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { figuresInput, figuresQuery } from "@/lib/client/figures";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { figuresQuery as figuresParams } from "@/lib/contract/figures";
import { requirePageCaller } from "@/lib/http/page-session";
import { readFigures } from "@/lib/services/figures/read-figures";

export const metadata: Metadata = { title: "Figures of the queue" };

/** How the queue does, its numbers already in the page. */
export default async function FiguresPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "cases.read")) return <NotYours />;
  const asked = { filters: await loadFilters(searchParams) };
  const queries = queryClient();
  await queries.prefetchQuery({
    ...figuresQuery(asked),
    queryFn: () => readFigures(ctx, figuresParams.parse(figuresInput(asked, ctx.now().getTime()))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Figures" description="How the queue does." />
      <Figures />
    </HydrationBoundary>
  );
}
