"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { takeNextCase } from "@/lib/client/cases";
import { caseHref } from "./case-href";

type NextFilter = Parameters<typeof takeNextCase>[0];

/** Claims the most urgent unclaimed case and opens it; says so when there is none. Asking twice takes one. */
export function useTakeNext(filter: NextFilter) {
  const router = useRouter();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => takeNextCase(filter),
    onSuccess: (taken) => {
      void queries.invalidateQueries({ queryKey: ["cases"] });
      if (taken) router.push(caseHref(taken.case_id));
      else
        toast({
          title: "There is no unclaimed case",
          description: "Somebody holds each open one, or there is none.",
        });
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
