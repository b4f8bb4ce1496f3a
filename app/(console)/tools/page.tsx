import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { NotYours } from "@/components/settings/not-yours";
import { Tools } from "@/components/tools/tools";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { toolReviewsInput, toolReviewsQuery } from "@/lib/client/tool-reviews";
import { toolReviewsQuery as reviewsParams, toolReviewsAnswer } from "@/lib/contract/tool-reviews";
import { requirePageCaller } from "@/lib/http/page-session";
import { reviewTools } from "@/lib/services/tools/review-tools";

export const metadata: Metadata = { title: "Tools" };

/** All tools against all classes, already in the page. */
export default async function ToolsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const filters = await loadFilters(searchParams);
  const queries = queryClient();
  await queries.prefetchQuery({
    ...toolReviewsQuery(filters),
    queryFn: async () => {
      const input = reviewsParams.parse(toolReviewsInput(filters, undefined, ctx.now().getTime()));
      return toolReviewsAnswer.parse(await reviewTools(ctx, input));
    },
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Tools" />
      <Tools />
    </HydrationBoundary>
  );
}
