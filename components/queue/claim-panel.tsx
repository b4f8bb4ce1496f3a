"use client";

import { CircleDashed, Hand, Hourglass, Lock, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { ApiError } from "@/lib/client/api-error";
import type { CaseDetail } from "@/lib/contract/cases";
import type { ClaimState } from "./claim-state";
import { formatCountdown } from "./countdown";
import { CLAIM_PANEL_ID } from "./focus-claim";
import { useFormat } from "./queue-clock";
import { RefusalNote } from "./refusal-note";
import type { useClaim } from "./use-claim";

type ClaimPanelProps = ReturnType<typeof useClaim> & { of: CaseDetail };

/** Whether this person holds the case, for how long still, and what they can do about it. */
export function ClaimPanel({ of, claim, take, give }: ClaimPanelProps) {
  if (claim.is === "closed") return null;
  return (
    <section
      id={CLAIM_PANEL_ID}
      tabIndex={-1}
      aria-label="Claim"
      className="flex flex-col gap-3 border-t pt-3 pb-4"
    >
      <ClaimWords of={of} claim={claim} />
      {!isHeldByOther(take.error) && <RefusalNote error={take.error ?? give.error} />}
      <div className="flex flex-wrap gap-2">
        {claim.is !== "other" && (
          <Button
            variant={claim.is === "mine" ? "secondary" : "primary"}
            busy={take.isPending}
            onClick={() => take.run(undefined)}
          >
            <Hand aria-hidden />
            {takeWords(claim)}
            <Kbd>c</Kbd>
          </Button>
        )}
        {claim.is === "mine" && (
          <Button variant="quiet" busy={give.isPending} onClick={() => give.run(undefined)}>
            <Undo2 aria-hidden />
            Give it back
          </Button>
        )}
      </div>
    </section>
  );
}

function takeWords(claim: ClaimState): string {
  if (claim.is === "mine") return claim.ending ? "Keep it" : "Renew";
  return claim.is === "lost" ? "Claim it again" : "Claim";
}

/** The panel itself says who holds it, and stays true when they let go. */
function isHeldByOther(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === "claimed_by_other";
}

function ClaimWords({ of, claim }: Pick<ClaimPanelProps, "of" | "claim">) {
  const format = useFormat();
  const until = of.claim_expires_at === null ? "" : format(of.claim_expires_at);
  switch (claim.is) {
    case "mine":
      return <Held until={until} claim={claim} />;
    case "other":
      return (
        <Words icon={<Lock />}>
          <p className="flex items-baseline justify-between gap-4 font-medium">
            {of.claimed_by} holds this case
            <span role="timer" className="font-mono text-muted">
              {formatCountdown(claim.left_ms)}
            </span>
          </p>
          <p className="text-muted">Until {until}, unless they renew it. You can read along.</p>
        </Words>
      );
    case "lost":
      return (
        <Words icon={<Hourglass />} tone="text-warn">
          <p role="alert" className="font-medium">
            Your claim has ended
          </p>
          <p className="text-muted">
            What you wrote is kept. Claim it again and look once more before you send.
          </p>
        </Words>
      );
    default:
      return (
        <Words icon={<CircleDashed />}>
          <p className="font-medium">Nobody holds this case</p>
          <p className="text-muted">
            Claim it before you look outside, so that nobody settles it beside you.
          </p>
        </Words>
      );
  }
}

/** Who looks outside in another tab sees it there: the page's name says it first. */
function useNameWarning(words: string | null): void {
  useEffect(() => {
    if (words === null) return;
    const before = document.title;
    document.title = `${words} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [words]);
}

function Held({ until, claim }: { until: string; claim: Extract<ClaimState, { is: "mine" }> }) {
  useNameWarning(claim.ending ? "Claim ends soon" : null);
  return (
    <Words icon={<Hand />} tone={claim.ending ? "text-warn" : "text-accent"}>
      <p className="flex items-baseline justify-between gap-4 font-medium">
        You hold this case
        <span role="timer" className="font-mono">
          {formatCountdown(claim.left_ms)}
          <span className="sr-only"> left</span>
        </span>
      </p>
      {claim.ending ? (
        <p role="alert">Your claim ends at {until}. What you wrote is kept either way.</p>
      ) : (
        <p className="text-muted">Until {until}; renewed while you use this page.</p>
      )}
    </Words>
  );
}

function Words({ icon, tone, children }: { icon: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 text-sm">
      <span aria-hidden className={cn("mt-0.5 text-faint [&_svg]:size-4", tone)}>
        {icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
