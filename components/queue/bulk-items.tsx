"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { BulkOutcome } from "@/domain/bulk";
import { describeError } from "@/lib/client/api-error";
import { bulkItemsQuery } from "@/lib/client/bulk";
import type { BulkItem } from "@/lib/contract/bulk";
import { caseHref } from "./case-href";

type BulkItemsProps = { bulk_id: string; outcome: BulkOutcome; total: number };

/** The cases that ended so, each named and linked; what is listed can be copied, a case a line. */
export function BulkItems({ bulk_id, outcome, total }: BulkItemsProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(bulkItemsQuery(bulk_id, { outcome }));
  if (error && !data) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <SkeletonRows rows={4} label="Loading its cases" />;
  const items = data.pages.flatMap((page) => page.items);
  return (
    <>
      <ul className="max-h-72 overflow-y-auto border-y">
        {items.map((item) => (
          <ItemLine key={item.position} item={item} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {hasNextPage && (
          <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
        <CopyButton
          text={items.map(lineOf).join("\n")}
          label={items.length < total ? `Copy these ${formatCount(items.length)}` : "Copy the list"}
        />
        <span className="ml-auto text-muted text-xs">
          {formatCount(items.length)} of {formatCount(total)}
        </span>
      </div>
    </>
  );
}

function lineOf({ case_id, tool, tenant, idempotency_key, outcome, code, message }: BulkItem): string {
  return [case_id, tool, tenant, idempotency_key, outcome, code, message]
    .map((part) => part ?? "")
    .join("\t");
}

function ItemLine({ item }: { item: BulkItem }) {
  const { case_id, tool, idempotency_key, code, message } = item;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b py-1 last:border-b-0">
      <Link href={caseHref(case_id)} className="min-w-0 truncate underline-offset-2 hover:underline">
        <span className="font-medium">{tool ?? "a case"}</span>{" "}
        <code className="text-muted text-xs">{idempotency_key ?? case_id}</code>
      </Link>
      {(message ?? code) !== null && <span className="text-muted text-xs">{message ?? code}</span>}
    </li>
  );
}
