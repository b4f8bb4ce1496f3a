import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CaseView } from "@/components/queue/case-view";
import { QueueClock } from "@/components/queue/queue-clock";
import { NotYours } from "@/components/settings/not-yours";
import { mayReadCases } from "@/domain/case-scope";
import { isDomainError } from "@/domain/errors";
import { may } from "@/domain/permissions";
import { caseQuery } from "@/lib/client/cases";
import { queryClient } from "@/lib/client/query-client";
import { toolsQuery } from "@/lib/client/tools";
import { caseDetail, caseParams } from "@/lib/contract/cases";
import { requirePageCaller } from "@/lib/http/page-session";
import { readCase } from "@/lib/services/cases/read-case";
import { listTools } from "@/lib/services/tools/list-tools";

export const metadata: Metadata = { title: "Case" };

/** One case, as it is at this moment. */
export default async function CasePage({ params }: { params: Promise<{ case_id: string }> }) {
  const ctx = await requirePageCaller();
  if (!mayReadCases(ctx.caller)) return <NotYours />;
  const asked = caseParams.safeParse(await params);
  if (!asked.success) notFound();
  const { case_id } = asked.data;
  const queries = queryClient();
  const found = await readCase(ctx, { case_id }).catch((error: unknown) => {
    if (isDomainError(error) && error.code === "case_not_found") notFound();
    throw error;
  });
  if (may(ctx.caller, "tools.read"))
    await queries.prefetchQuery({ ...toolsQuery, queryFn: () => listTools(ctx), retry: false });
  queries.setQueryData(caseQuery(case_id).queryKey, caseDetail.parse(found));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <QueueClock renderedAtMs={ctx.now().getTime()}>
        <CaseView case_id={case_id} />
      </QueueClock>
    </HydrationBoundary>
  );
}
