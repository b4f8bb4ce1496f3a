import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReportView } from "@/components/references/report-view";
import { may } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { reportQuery } from "@/lib/client/references";
import { requirePageCaller } from "@/lib/http/page-session";
import { readReport } from "@/lib/services/references/read-report";

type Props = {
  params: Promise<{ reference: string }>;
  searchParams: Promise<{ event?: string | string[] }>;
};

/** The title says no more than the address does: it stands in histories and on shared screens. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: referenceOf((await params).reference) };
}

export default async function ReferencePage({ params, searchParams }: Props) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "references.read")) notFound();
  const reference = referenceOf((await params).reference);
  const event = [(await searchParams).event].flat()[0] ?? null;
  const client = queryClient();
  await client.prefetchQuery({
    queryKey: reportQuery(reference, event).queryKey,
    queryFn: () => readReport(ctx, { reference, event_id: event ?? undefined }),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ReportView reference={reference} event={event} />
    </HydrationBoundary>
  );
}

/** The segment as it was encoded by `referenceSegment`; Next hands it over undecoded. */
function referenceOf(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment; // a bare % that somebody typed by hand
  }
}
