"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { caseTimeline, type TimelineEntry } from "./case-timeline";

const SHOWN = 8;

/** What has become of the case, newest first; the whole of it on demand. */
export function CaseHistory({ of }: { of: CaseDetail }) {
  const [all, setAll] = useState(false);
  const mayExport = useMay("cases.read");
  const entries = caseTimeline(of);
  const shown = all ? entries : entries.slice(0, SHOWN);
  const hidden = entries.length - shown.length;
  return (
    <Section
      title="History"
      description={mayExport ? "Newest first. An export holds all of it, for an auditor." : "Newest first."}
    >
      <ol className="flex flex-col text-sm">
        {shown.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      {hidden > 0 && (
        <Button size="sm" variant="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show {hidden} earlier
        </Button>
      )}
    </Section>
  );
}

function Entry({ entry: { at, who, what, until, said, weight } }: { entry: TimelineEntry }) {
  return (
    <li className="relative grid gap-x-4 pb-2 pl-5 sm:grid-cols-[minmax(0,1fr)_max-content]">
      <span
        aria-hidden
        className={cn(
          "absolute top-1.5 left-0.5 size-2 rounded-full border border-control",
          weight === "turn" ? "border-accent bg-accent" : "bg-ground",
        )}
      />
      <div className="min-w-0">
        <p className={cn("break-words", weight === "turn" && "font-medium")}>
          {who !== null && <span>{who} </span>}
          <span className={who === null || weight === "turn" ? undefined : "text-muted"}>
            {what}
            {until !== null && (
              <>
                {" "}
                <Time iso={until} display="absolute" />
              </>
            )}
          </span>
        </p>
        {said !== null && (
          <p className="line-clamp-3 max-w-prose whitespace-pre-wrap break-words text-muted">{said}</p>
        )}
      </div>
      <span className="text-muted text-xs sm:pt-0.5">
        <Time past iso={at} />
      </span>
    </li>
  );
}
