"use client";

import type { ReactNode } from "react";
import { Time, useNow } from "@/components/ui/time";
import type { CaseDetail } from "@/lib/contract/cases";
import { DeadlineMark } from "./deadline-mark";
import { HolderMark } from "./holder-mark";
import { keyProtection } from "./key-protection";

/** The times that decide what is safe, in one line of figures. */
export function CaseFacts({ of }: { of: CaseDetail }) {
  const nowMs = useNow();
  const landed = Date.parse(of.safe_after) <= nowMs;
  const key = keyProtection(of, nowMs);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t pt-3 pb-4 text-sm xl:grid-cols-4">
      {of.settled_at === null ? (
        <Fact name="Deadline">
          <DeadlineMark of={of} />
        </Fact>
      ) : (
        <Fact name="Settled">
          <Detail detail={`opened ${of.opening === 1 ? "once" : `${of.opening} times`}`}>
            <Time past iso={of.settled_at} display="relative" />
          </Detail>
        </Fact>
      )}
      <Fact name="An absence is final">
        <Detail detail={landed ? "nothing can land any more" : "until then the request may still land"}>
          <Time iso={of.safe_after} display="relative" />
        </Detail>
      </Fact>
      {key !== null && (
        <Fact name="The key protects a repeat">
          <Detail detail={key.detail}>
            {"iso" in key.until ? <Time iso={key.until.iso} display="relative" /> : key.until.words}
          </Detail>
        </Fact>
      )}
      <Fact name="Held by">
        <HolderMark {...of} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="eyebrow">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Detail({ detail, children }: { detail: string; children: ReactNode }) {
  return (
    <>
      <div>{children}</div>
      <div className="text-faint text-xs">{detail}</div>
    </>
  );
}
