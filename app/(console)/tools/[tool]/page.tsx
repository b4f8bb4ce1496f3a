import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { ToolCodes } from "@/components/codes/tool-codes";
import { Runbook } from "@/components/queue/runbook";
import { NotYours } from "@/components/settings/not-yours";
import { ToolView } from "@/components/tools/tool-view";
import { escapeHidden } from "@/domain/hidden-characters";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { pathPart } from "@/lib/client/path-part";
import { queryClient } from "@/lib/client/query-client";
import { toolReviewsInput, toolReviewsQuery } from "@/lib/client/tool-reviews";
import { toolsQuery } from "@/lib/client/tools";
import { toolReviewsQuery as reviewsParams, toolReviewsAnswer } from "@/lib/contract/tool-reviews";
import { requirePageCaller } from "@/lib/http/page-session";
import { listTools } from "@/lib/services/tools/list-tools";
import { reviewTools } from "@/lib/services/tools/review-tools";

type ToolPageProps = { params: Promise<{ tool: string }>; searchParams: Promise<SearchParams> };

const toolOf = async (params: ToolPageProps["params"]) => pathPart((await params).tool) ?? notFound();

export async function generateMetadata({ params }: ToolPageProps): Promise<Metadata> {
  // Not by the layout's template: Next replaces `%s` by it, where `$&` in a name would be read as a pattern.
  return { title: { absolute: `${escapeHidden(await toolOf(params))} · Errata` } };
}

/** One tool, its review already in the page. */
export default async function ToolPage({ params, searchParams }: ToolPageProps) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const tool = await toolOf(params);
  const tools = may(ctx.caller, "tools.read") ? await listTools(ctx) : null;
  const known = tools?.items.find((one) => one.tool === tool);
  if (tools && !known) notFound();
  const filters = await loadFilters(searchParams);
  const queries = queryClient();
  if (tools) queries.setQueryData(toolsQuery.queryKey, tools);
  await queries.prefetchQuery({
    ...toolReviewsQuery(filters, tool),
    queryFn: async () => {
      const input = reviewsParams.parse(toolReviewsInput(filters, tool, ctx.now().getTime()));
      return toolReviewsAnswer.parse(await reviewTools(ctx, input));
    },
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <ToolView
        tool={tool}
        codes={<ToolCodes tool={tool} />}
        runbook={known?.runbook ? <Runbook text={known.runbook} /> : null}
      />
    </HydrationBoundary>
  );
}
