"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { serverNow } from "@/components/ui/server-clock";
import { toast } from "@/components/ui/toast";
import { instantFromDate } from "@/domain/instant";
import { describeError } from "@/lib/client/api-error";
import { countHeldCases, takeNextCase } from "@/lib/client/cases";
import { caseHref } from "./case-href";
import { filterAt, isNarrowed, type QueueParams } from "./queue-params";
import { heldBesides } from "./take-next-words";

/**
 * Claims the most urgent unclaimed case of those that the list is narrowed to, and opens it; says so when there is
 * none, and when others are still held. Asking twice takes one.
 */
export function useTakeNext(params: QueueParams) {
  const router = useRouter();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => takeNextCase(filterAt(params, instantFromDate(new Date(serverNow())).iso)),
    onSuccess: (taken) => {
      void queries.invalidateQueries({ queryKey: ["cases"] });
      if (taken === undefined) return sayThereIsNone(isNarrowed(params));
      router.push(caseHref(taken.case_id));
      void sayWhatIsHeld(() => router.push("/queue?view=mine"));
    },
    onError: (error) => {
      const { message, reference } = describeError(error);
      toast({ title: message, description: reference, tone: "danger" });
    },
  });
  const take = () => {
    if (!isPending) mutate();
  };
  return { take, isPending };
}

function sayThereIsNone(narrowed: boolean): void {
  toast({
    title: narrowed ? "No unclaimed case matches the filters" : "There is no unclaimed case",
    description: narrowed
      ? "There may be others outside them."
      : "Somebody holds each open one, or there is none.",
  });
}

/** Only a reminder: when it cannot be counted, nothing is said. */
async function sayWhatIsHeld(show: () => void): Promise<void> {
  const words = heldBesides(await countHeldCases().catch(() => 0));
  if (words !== null) toast({ title: words, action: { label: "See what you hold", run: show } });
}
