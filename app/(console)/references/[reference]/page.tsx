import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ReportView } from "@/components/references/report-view";
import { escapeHidden } from "@/domain/hidden-characters";
import { may } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { reportQuery } from "@/lib/client/references";
import { findPageCaller, PATH_HEADER, requirePageCaller } from "@/lib/http/page-session";
import { readReport } from "@/lib/services/references/read-report";

type Props = { searchParams: Promise<{ event?: string | string[] }> };

/**
 * The title says no more than the address does: it stands in histories and on shared screens. Whoever may not open the
 * page, a chat tool that draws a preview among them, is not even told that.
 */
export async function generateMetadata(): Promise<Metadata> {
  const ctx = await findPageCaller();
  if (ctx === null || !may(ctx.caller, "references.read")) return {};
  // Not by the layout's template: Next replaces `%s` by it, where `$&` in a reference would be read as a pattern.
  return { title: { absolute: `${escapeHidden(await askedReference())} · Errata` } };
}

export default async function ReferencePage({ searchParams }: Props) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "references.read")) notFound();
  const reference = await askedReference();
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

/**
 * The last segment of the address as it was asked for, decoded once. Next's `params` come to the page encoded and to
 * its metadata decoded, so that `%2F` would be read as `/` in one of them.
 */
async function askedReference(): Promise<string> {
  const path = (await headers()).get(PATH_HEADER) ?? "";
  const segment = new URL(path, "http://local.invalid").pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment; // a bare % that somebody typed by hand
  }
}
