"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { referenceHref } from "@/lib/client/reference-href";
import { arrivalQuery } from "@/lib/client/references";

type WaitingProps = {
  /** By which the commands' own failure is found */
  reference: string;
  /** Whether any event has come */
  arrived: boolean;
  onDone: (() => void) | undefined;
};

/** Says that the first failure is waited for, and links to it once it is here. */
export function Waiting({ reference, arrived, onDone }: WaitingProps) {
  const { data } = useQuery(arrivalQuery(reference));
  const match = data?.matches[0];
  const isHere = match !== undefined || arrived;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
      <p role="status" className="flex items-center gap-2 text-muted">
        {isHere ? (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        ) : (
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent motion-safe:animate-pulse" />
        )}
        <span>{wordsOf(match?.event_id, isHere)}</span>
      </p>
      {match && (
        <Link
          href={referenceHref(match.reference, match.event_id, match.event_id ? null : "frames")}
          className="text-accent underline underline-offset-2"
        >
          Open {match.reference}
        </Link>
      )}
      {arrived && onDone && (
        <Button size="sm" onClick={onDone}>
          Show the overview
        </Button>
      )}
    </div>
  );
}

function wordsOf(event_id: string | null | undefined, isHere: boolean): string {
  if (!isHere) return "Waiting for your first event. It appears here by itself.";
  if (event_id === null) return "The frames are here. Waiting for the event they belong to.";
  return event_id === undefined ? "Events are coming in." : "Your first event is here.";
}
