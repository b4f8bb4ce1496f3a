import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { Badge } from "@/components/ui/badge";
import type { ReferenceMatch } from "@/lib/contract/references";
import { caseStateWords } from "./case-words";

/** What tells one failure from another, on one line that may wrap. */
export function OccurrenceFacts({ of: match }: { of: ReferenceMatch }) {
  const where = [match.tenant, match.environment, match.service].filter((part) => part !== null);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
      <span className="break-all">{match.tool ?? "tool not known"}</span>
      {match.code !== null && <CodeMark code={match.code} />}
      {match.class !== null && <ClassMark of={match.class} />}
      {match.code === null ? (
        <span className="text-faint">only its frames are known</span>
      ) : (
        <EffectMark of={match.effect} />
      )}
      <span className="text-muted">{where.length === 0 ? "no tenant reported" : where.join(" / ")}</span>
      {match.attempts > 1 && <Badge>{match.attempts} attempts</Badge>}
      {match.case_id !== null && <Badge tone="outline">case {caseStateWords(match.case_state)}</Badge>}
    </div>
  );
}
