"use client";

import type { MutationFunction } from "@tanstack/react-query";
import { type ToastInput, toast } from "@/components/ui/toast";
import { describeRefusal } from "./describe-refusal";
import { useFormat } from "./queue-clock";
import { useCaseWrite } from "./use-case-write";

/**
 * A write that one key or press makes, without a form: what became of it is said in a toast. Where a write that was
 * done may still have come to nothing, its answer says what to announce.
 */
export function useInstantWrite<Answer>(
  write: MutationFunction<Answer, void>,
  done: string | ((answer: Answer) => ToastInput),
) {
  const format = useFormat();
  const { run, isPending } = useCaseWrite(
    write,
    (answer) => toast(typeof done === "string" ? { title: done, tone: "ok" } : done(answer)),
    (error) => {
      const { title, text, next, reference } = describeRefusal(error, format);
      toast({ title, description: [text, next, reference].filter(Boolean).join(" "), tone: "danger" });
    },
  );
  return { run: () => run(undefined), isPending };
}
