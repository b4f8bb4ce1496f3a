"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { lookUp } from "@/lib/client/references";
import type { LookUpAnswer } from "@/lib/contract/references";
import { Answer } from "./answer";

type UnknownReferenceProps = {
  reference: string;
  /** It has come in the meantime */
  onArrived: () => void;
};

/** An address whose reference leads to no event: the same answers as to a pasted text. */
export function UnknownReference({ reference, onArrived }: UnknownReferenceProps) {
  const client = useQueryClient();
  const asked = { queryKey: ["look-up", reference], queryFn: () => lookUp(reference) };
  const look = useQuery(asked);
  const take = useMutation({
    mutationFn: async (answer: LookUpAnswer) => {
      if (answer.answer === "found") onArrived();
      else client.setQueryData(asked.queryKey, answer);
    },
  });
  if (look.isError)
    return (
      <ErrorState
        title="This could not be looked up"
        {...describeError(look.error)}
        onRetry={look.refetch}
        retrying={look.isFetching}
      />
    );
  if (look.isPending) return <SkeletonRows rows={4} label="Looking for near references" />;
  return (
    <div className="max-w-4xl">
      <Answer q={reference} answer={look.data} onAnswer={take.mutate} />
    </div>
  );
}
