"use client";

import { Bot, User } from "lucide-react";
import { EffectMark } from "@/components/marks/effect-mark";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { useOpen } from "@/components/ui/use-open";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import type { Evidence } from "@/lib/contract/evidence";
import { EvidenceDialog } from "./evidence-dialog";
import { OutsideLink } from "./outside-link";
import { UseEvidence } from "./use-evidence-button";

/** What was seen outside, by people and machines, in the order it was observed. */
export function EvidenceList({ of }: { of: CaseDetail }) {
  const { evidence, possible_evidence: possible } = of;
  const mayWork = useMay("cases.work");
  return (
    <Section
      title={`Evidence (${evidence.length})`}
      description="What was seen outside, and when it was seen there."
      actions={mayWork && <AddEvidence of={of} />}
    >
      {evidence.length === 0 && (
        <p className="text-muted text-sm">
          None yet. What you give with a verdict appears here, and so does what providers and nightly checks
          report.
        </p>
      )}
      <ul className="flex flex-col">
        {evidence.map((piece) => (
          <Piece key={piece.evidence_id} piece={piece} usable={of.state === "open"} />
        ))}
      </ul>
      {possible.length > 0 && (
        <div className="mt-3 border-warn border-l-2 pl-3">
          <p className="font-medium text-sm">May belong to this case</p>
          <p className="pb-2 text-muted text-sm">
            These reports match other cases too, so they are not attached to this one.
          </p>
          <ul className="flex flex-col">
            {possible.map((piece) => (
              <Piece key={piece.evidence_id} piece={piece} usable={of.state === "open"} />
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function AddEvidence({ of }: { of: CaseDetail }) {
  const [open, show] = useOpen<"dialog">();
  usePageKeys([{ keys: "v", label: "Add evidence", run: () => show("dialog") }]);
  return (
    <>
      <Button size="sm" onClick={() => show("dialog")}>
        Add evidence
        <Kbd>v</Kbd>
      </Button>
      {open !== null && <EvidenceDialog of={of} onClose={() => show(null)} />}
    </>
  );
}

function Piece({ piece, usable }: { piece: Evidence; usable: boolean }) {
  const { kind, by_kind, effect, external_id, url, note } = piece;
  const Icon = by_kind === "person" ? User : Bot;
  return (
    <li className="flex gap-3 border-t py-2 text-sm first:border-t-0 first:pt-0">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {effect !== null && <EffectMark of={effect} className="font-medium" />}
          <span>{kind.replaceAll("_", " ")}</span>
          {external_id !== null && <code className="min-w-0 break-all">{external_id}</code>}
        </div>
        {url !== null && <OutsideLink url={url} />}
        {note !== null && <p className="max-w-prose whitespace-pre-wrap break-words">{note}</p>}
        <p className="text-muted text-xs">
          {originOf(piece)}, observed <Time iso={piece.observed_at} />
        </p>
      </div>
      {usable && piece.verdict_id === null && <UseEvidence piece={piece} />}
    </li>
  );
}

function originOf({ verdict_id, by_kind, by, source }: Evidence): string {
  if (verdict_id !== null) return `given with a verdict by ${by}`;
  return by_kind === "person" ? `added by ${by}` : `reported by ${source}`;
}
