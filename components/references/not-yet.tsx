"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { lookUp } from "@/lib/client/references";
import type { LookUpAnswer } from "@/lib/contract/references";

import { AnswerHeading } from "./answer-heading";

const EVERY_MS = 5_000;
/** Ten minutes: ingest lags by seconds, and no wait is without an end. */
const LOOKS_MAX = 120;

type NotYetProps = { q: string; onAnswer: (answer: LookUpAnswer) => void };

/** Known, but not here yet: looks again while the page is in sight, and hands on what it finds. */
export function NotYet({ q, onAnswer }: NotYetProps) {
  const [round, setRound] = useState(0);
  const look = useQuery({
    queryKey: ["look-up-again", q, round],
    queryFn: () => lookUp(q),
    refetchInterval: ({ state }) => (state.dataUpdateCount < LOOKS_MAX ? EVERY_MS : false),
    gcTime: 0,
  });
  const { data } = look;
  useEffect(() => {
    if (data && data.answer !== "not_yet") onAnswer(data);
  }, [data, onAnswer]);
  return (
    <>
      <AnswerHeading
        tone="waiting"
        title="Not here yet"
        text="Its producer has been heard of, but the event has not arrived. That is usually a matter of seconds; this page looks again every 5 s by itself."
      />
      <div className="flex flex-wrap items-center gap-3 pl-8 text-muted text-sm">
        <Button size="sm" busy={look.isFetching} onClick={() => setRound(round + 1)}>
          <RotateCcw aria-hidden />
          Look now
        </Button>
        {look.isError && <span className="text-danger">{describeError(look.error).message}</span>}
        {look.dataUpdatedAt > 0 && (
          <span>
            Last looked at <Time iso={new Date(look.dataUpdatedAt).toISOString()} display="absolute" />
          </span>
        )}
      </div>
    </>
  );
}
