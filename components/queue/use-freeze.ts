"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import type { BulkParameters } from "@/domain/bulk";
import { describeError } from "@/lib/client/api-error";
import { bulkQuery, freezeBulk } from "@/lib/client/bulk";
import type { BulkChoice, NewBulk } from "@/lib/contract/bulk";
import { isBare } from "./bulk-words";
import { useBulkPlace } from "./use-bulk-place";

/** What is to be done, apart from to which cases. */
function wireOf({ kind, ...parameters }: BulkParameters, choose: BulkChoice): NewBulk {
  return { kind, choose, ...(Object.keys(parameters).length > 0 && { parameters }) } as NewBulk;
}

/** Freezes the chosen set for an action and shows what would become of it; nothing is done yet. */
export function useFreeze(choose: () => BulkChoice, onFrozen: () => void) {
  const queries = useQueryClient();
  const [, setBulk] = useBulkPlace();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (parameters: BulkParameters) => freezeBulk(wireOf(parameters, choose())),
    onSuccess: (frozen) => {
      queries.setQueryData(bulkQuery(frozen.bulk_id).queryKey, frozen);
      onFrozen();
      void setBulk(frozen.bulk_id);
    },
    // A form shows its own refusal; what has none says it here.
    onError: (refused, { kind }) => {
      if (!isBare(kind)) return;
      const { message, hint } = describeError(refused);
      toast({ title: message, description: hint, tone: "danger" });
    },
  });
  const run = (parameters: BulkParameters) => {
    if (!isPending) mutate(parameters);
  };
  return { run, isPending, error, reset };
}

export type Freeze = ReturnType<typeof useFreeze>;
