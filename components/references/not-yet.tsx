"use client";

import { type QueryState, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { lookUp } from "@/lib/client/references";
import type { LookUpAnswer } from "@/lib/contract/references";
import { AnswerHeading } from "./answer-heading";
import { lagWords, nextLookMs } from "./lag-words";

type NotYetProps = { q: string; lag: LookUpAnswer["lag"]; onAnswer: (answer: LookUpAnswer) => void };

const looksOf = (state: QueryState<LookUpAnswer, Error> | undefined) =>
  state === undefined ? 0 : state.dataUpdateCount + state.errorUpdateCount;

/** Known, or its source is behind: looks again while the page is in sight, and hands on what it finds. */
export function NotYet({ q, lag: firstLag, onAnswer }: NotYetProps) {
  const [round, setRound] = useState(0);
  const client = useQueryClient();
  const queryKey = ["look-up-again", q, round];
  const look = useQuery({
    queryKey,
    queryFn: () => lookUp(q),
    refetchInterval: ({ state }) => nextLookMs(looksOf(state)) ?? false,
    gcTime: 0,
  });
  const { data } = look;
  const hasArrived = data !== undefined && data.answer !== "not_yet";
  useEffect(() => {
    if (data && data.answer !== "not_yet") onAnswer(data);
  }, [data, onAnswer]);
  const lag = data ? data.lag : firstLag;
  const isOver = nextLookMs(looksOf(client.getQueryState<LookUpAnswer>(queryKey))) === null;
  return (
    <>
      <AnswerHeading
        tone="waiting"
        title="Not here yet"
        text={
          lag === null
            ? "Its producer has been heard of, but the event has not arrived. That is usually a matter of seconds."
            : `${lagWords(lag)}, so what happened lately may still be on its way.`
        }
      />
      <div className="flex flex-wrap items-center gap-3 pl-8 text-muted text-sm">
        <Button size="sm" busy={look.isFetching} onClick={() => setRound(round + 1)}>
          <RotateCcw aria-hidden />
          Look now
        </Button>
        {look.isError && <span className="text-danger">{describeError(look.error).message}</span>}
        <span>
          {isOver
            ? "This page has stopped looking. Look again when the source has caught up."
            : "This page looks again by itself and opens it."}
        </span>
        {look.dataUpdatedAt > 0 && (
          <span>
            Last looked at <Time iso={new Date(look.dataUpdatedAt).toISOString()} display="absolute" />
          </span>
        )}
      </div>
      <p role="status" className="sr-only">
        {hasArrived ? "There is an answer now." : isOver ? "This page has stopped looking." : ""}
      </p>
    </>
  );
}
