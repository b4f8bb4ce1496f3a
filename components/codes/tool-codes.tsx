"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { codeHref, silentCodesQuery, toolCodesQuery } from "@/lib/client/codes";
import { useFilterSearch, useFilters } from "@/lib/client/filters";
import { silencesByCode } from "./code-words";
import { CodesTable } from "./codes-table";

/** The codes that a tool fails with, and how they are used there. */
export function ToolCodes({ tool }: { tool: string }) {
  const [filters] = useFilters();
  const search = useFilterSearch();
  const { data, error, refetch, isFetching } = useQuery(toolCodesQuery(tool, filters));
  const silent = useQuery(silentCodesQuery(filters)).data?.items.filter((one) => one.tool === tool);
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows rows={5} label="Loading its codes" />;
  if (data.items.length === 0) return <p className="text-muted text-sm">It did not fail in this range.</p>;
  return (
    <CodesTable
      codes={data.items}
      silences={silencesByCode(silent ?? [])}
      hrefOf={(code) => `${codeHref(code)}${search}`}
    />
  );
}
