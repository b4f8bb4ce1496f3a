"use client";

import { type MutationFunction, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * A write on one case. Whatever comes of it, the case is read again, because a refusal means that it has moved on.
 * A second call while one is under way does nothing, however quickly it follows.
 */
export function useCaseWrite<Input, Answer>(
  write: MutationFunction<Answer, Input>,
  onDone?: (answer: Answer) => void,
  onRefused?: (error: Error) => void,
) {
  const queries = useQueryClient();
  const underWay = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: write,
    ...(onDone && { onSuccess: (answer: Answer) => onDone(answer) }),
    ...(onRefused && { onError: onRefused }),
    onSettled: () => {
      underWay.current = false;
      return queries.invalidateQueries({ queryKey: ["cases"] });
    },
  });
  const run = (input: Input) => {
    if (underWay.current) return;
    underWay.current = true;
    mutate(input);
  };
  return { run, isPending, error, reset };
}
