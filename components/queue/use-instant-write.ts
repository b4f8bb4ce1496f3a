"use client";

import type { MutationFunction } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { describeRefusal } from "./describe-refusal";
import { useFormat } from "./queue-clock";
import { useCaseWrite } from "./use-case-write";

/** A write that one key or press makes, without a form: what became of it is said in a toast. */
export function useInstantWrite<Answer>(write: MutationFunction<Answer, void>, done: string) {
  const format = useFormat();
  const { run, isPending } = useCaseWrite(
    write,
    () => toast({ title: done, tone: "ok" }),
    (error) => {
      const { title, text, next, reference } = describeRefusal(error, format);
      toast({ title, description: [text, next, reference].filter(Boolean).join(" "), tone: "danger" });
    },
  );
  return { run: () => run(undefined), isPending };
}
