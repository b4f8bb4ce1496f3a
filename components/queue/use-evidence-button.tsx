"use client";

import { Check, CornerDownRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { serverNow } from "@/components/ui/server-clock";
import type { Evidence } from "@/lib/contract/evidence";
import { useHoldsCase } from "./case-claim";
import { useCaseDraft } from "./case-draft";
import { isTaken, takeEvidence } from "./take-evidence";

/** Takes a piece that the case has into the answer that is being written; for who holds the case. */
export function UseEvidence({ piece, className }: { piece: Evidence; className?: string }) {
  const holds = useHoldsCase();
  const { draft, change } = useCaseDraft();
  if (!holds) return null;
  if (isTaken(draft, piece)) {
    return (
      <span className={className}>
        <span className="inline-flex h-7 items-center gap-1 px-2 text-muted text-sm">
          <Check aria-hidden className="size-4" />
          in your answer
        </span>
      </span>
    );
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      className={className}
      onClick={() => change(takeEvidence(draft, piece, `${piece.evidence_id} ${serverNow()}`))}
    >
      <CornerDownRight aria-hidden />
      Use it
    </Button>
  );
}
