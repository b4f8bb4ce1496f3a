import { Bot, User } from "lucide-react";
import { EffectMark } from "@/components/marks/effect-mark";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { Evidence } from "@/lib/contract/evidence";
import { OutsideLink } from "./outside-link";

type EvidenceListProps = { evidence: readonly Evidence[]; possible: readonly Evidence[] };

/** What was seen outside, by people and machines, in the order it was observed. */
export function EvidenceList({ evidence, possible }: EvidenceListProps) {
  return (
    <Section
      title={`Evidence (${evidence.length})`}
      description="What was seen outside, and when it was seen there."
    >
      {evidence.length === 0 && (
        <p className="text-muted text-sm">
          None yet. What you give with a verdict appears here, and so does what providers and nightly checks
          report.
        </p>
      )}
      <Pieces evidence={evidence} />
      {possible.length > 0 && (
        <div className="mt-3 border-warn border-l-2 pl-3">
          <p className="font-medium text-sm">May belong to this case</p>
          <p className="pb-2 text-muted text-sm">
            These reports match other cases too, so they were not attached to any.
          </p>
          <Pieces evidence={possible} />
        </div>
      )}
    </Section>
  );
}

function Pieces({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <ul className="flex flex-col">
      {evidence.map((piece) => (
        <Piece key={piece.evidence_id} piece={piece} />
      ))}
    </ul>
  );
}

function Piece({ piece }: { piece: Evidence }) {
  const { kind, source, by, verdict_id, effect, external_id, url, note, observed_at } = piece;
  const human = source === "person";
  const Icon = human ? User : Bot;
  return (
    <li className="flex gap-3 border-t py-2 text-sm first:border-t-0 first:pt-0">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {effect !== null && <EffectMark of={effect} className="font-medium" />}
          <span>{wordsOfKind(kind)}</span>
          {external_id !== null && <code className="min-w-0 break-all">{external_id}</code>}
        </div>
        {url !== null && <OutsideLink url={url} />}
        {note !== null && <p className="max-w-prose whitespace-pre-wrap break-words">{note}</p>}
        <p className="text-muted text-xs">
          {verdict_id === null ? `reported by ${source}` : `given with a verdict by ${by}`}, observed{" "}
          <Time iso={observed_at} />
        </p>
      </div>
    </li>
  );
}

/** `provider_dashboard` reads as words. */
function wordsOfKind(kind: string): string {
  return kind.replaceAll("_", " ");
}
