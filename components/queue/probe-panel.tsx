"use client";

import { Radar } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { usePageKeys } from "@/components/ui/page-keys";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { askProbe } from "@/lib/client/case-evidence";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import type { Evidence } from "@/lib/contract/evidence";
import type { ProbeRun } from "@/lib/contract/probes";
import { describeNextAsk, describeRun, PROBE_WORDS } from "./probe-words";
import { useQueueNow } from "./queue-clock";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { UseEvidence } from "./use-evidence-button";

const SHOWN = 3;

/** The outside system asked by Errata itself: now, by hand, or by itself; each time with what was seen. */
export function ProbePanel({ of }: { of: CaseDetail }) {
  const { available, next_at } = of.tool_settings.probe;
  const mayWork = useMay("cases.work");
  const [all, setAll] = useState(false);
  if (!available && of.probe_runs.length === 0) return null;
  const runs = all ? of.probe_runs : of.probe_runs.slice(0, SHOWN);
  const hidden = of.probe_runs.length - runs.length;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {available && mayWork && of.state !== "settled" && <AskNow of={of} />}
        {next_at !== null && <NextAsk at={next_at} askedBefore={of.probe_runs.length > 0} />}
        {next_at === null && of.state !== "settled" && of.probe_runs.length === 0 && (
          <span className="text-muted">Not asked yet.</span>
        )}
      </div>
      {runs.length > 0 && (
        <ul aria-label="Each time it was asked" className="flex flex-col">
          {runs.map((run) => (
            <Run key={run.run_id} run={run} piece={pieceOf(of, run)} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button size="sm" variant="quiet" className="self-start" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </div>
  );
}

function NextAsk({ at, askedBefore }: { at: string; askedBefore: boolean }) {
  return <span className="text-muted">{describeNextAsk(at, useQueueNow(), askedBefore)}</span>;
}

function AskNow({ of }: { of: CaseDetail }) {
  const { run, isPending, error } = useCaseWrite(
    () => askProbe(of.case_id),
    ({ run: { outcome } }) =>
      toast({
        title: `Asked outside: ${PROBE_WORDS[outcome]}`,
        ...(outcome === "committed" || outcome === "absent"
          ? { description: "It stands among the evidence.", tone: "ok" as const }
          : {}),
      }),
  );
  const ask = () => run(undefined);
  usePageKeys([{ keys: "p", label: "Ask the outside system now", run: ask }]);
  return (
    <>
      <Button size="sm" busy={isPending} onClick={ask}>
        <Radar aria-hidden />
        {isPending ? "Asking …" : "Ask now"}
        <Kbd>p</Kbd>
      </Button>
      {error !== null && (
        <div className="basis-full">
          <RefusalNote error={error} />
        </div>
      )}
    </>
  );
}

/** The evidence that a run made; where later ones only renewed it, it stands beside the newest. */
function pieceOf({ evidence, probe_runs, state }: CaseDetail, { run_id, evidence_id }: ProbeRun) {
  const newest = probe_runs.find((run) => run.evidence_id === evidence_id);
  if (state !== "open" || evidence_id === null || newest?.run_id !== run_id) return undefined;
  return evidence.find((piece) => piece.evidence_id === evidence_id);
}

function Run({ run, piece }: { run: ProbeRun; piece: Evidence | undefined }) {
  const seen = describeRun(run);
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-x-3 border-t py-0.5 first:border-t-0">
      <Time past iso={run.asked_at} display="relative" />
      <span className="font-medium">{PROBE_WORDS[run.outcome]}</span>
      {seen !== "" && <span className="min-w-0 break-words text-muted">{seen}</span>}
      <span className="text-faint">{run.by_kind === "system" ? "by itself" : `asked by ${run.by}`}</span>
      {piece && <UseEvidence piece={piece} className="ml-auto" />}
    </li>
  );
}
