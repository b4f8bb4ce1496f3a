import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { CodeView } from "@/components/codes/code-view";
import { NotYours } from "@/components/settings/not-yours";
import { isDomainError } from "@/domain/errors";
import { may } from "@/domain/permissions";
import { codeQuery, codesInput } from "@/lib/client/codes";
import { loadFilters } from "@/lib/client/filter-params";
import { pathPart } from "@/lib/client/path-part";
import { queryClient } from "@/lib/client/query-client";
import { codeAnswer, codeParams, codeQuery as codeQueryParams } from "@/lib/contract/codes";
import { requirePageCaller } from "@/lib/http/page-session";
import { readCode } from "@/lib/services/codes/read-code";

type CodePageProps = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

async function codeOf(params: CodePageProps["params"]): Promise<string> {
  const parsed = codeParams.safeParse({ code: pathPart((await params).code) });
  return parsed.success ? parsed.data.code : notFound();
}

export async function generateMetadata({ params }: CodePageProps): Promise<Metadata> {
  return { title: await codeOf(params) };
}

/** One code, its numbers already in the page. */
export default async function CodePage({ params, searchParams }: CodePageProps) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const code = await codeOf(params);
  const filters = await loadFilters(searchParams);
  const input = codeQueryParams.parse(codesInput(filters, ctx.now().getTime()));
  const answer = await readCode(ctx, { ...input, code }).catch((error: unknown) => {
    if (isDomainError(error) && error.code === "no_such_code") notFound();
    return null;
  });
  const queries = queryClient();
  if (answer !== null) queries.setQueryData(codeQuery(code, filters).queryKey, codeAnswer.parse(answer));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <CodeView code={code} />
    </HydrationBoundary>
  );
}
