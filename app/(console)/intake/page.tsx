import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Sources } from "@/components/intake/sources";
import { FirstEvent } from "@/components/rates/first-event/first-event";
import { NotYours } from "@/components/settings/not-yours";
import { isUnconfined, may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { intakeInput, intakeQuery, loadIntakeParams } from "@/lib/client/intake";
import { queryClient } from "@/lib/client/query-client";
import { intakeQuery as intakeParams } from "@/lib/contract/intake";
import { requirePageCaller, requirePageSession } from "@/lib/http/page-session";
import { readIntake } from "@/lib/services/intake/read-intake";

export const metadata: Metadata = { title: "Intake" };

/** What comes in, by source. A source reports for every tenant, so who is confined to a part may not see it. */
export default async function IntakePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "quarantine.read") || !isUnconfined(ctx.caller.confinement)) return <NotYours />;
  const { zone } = await requirePageSession();
  const { door } = await loadIntakeParams(searchParams);
  const asked = { filters: await loadFilters(searchParams), zone, door };
  const queries = queryClient();
  await queries.prefetchQuery({
    ...intakeQuery(asked),
    queryFn: () => readIntake(ctx, intakeParams.parse(intakeInput(asked, ctx.now().getTime()))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Sources empty={<FirstEvent />} />
    </HydrationBoundary>
  );
}
