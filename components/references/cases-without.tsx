import { Badge } from "@/components/ui/badge";
import { RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { LookUpAnswer } from "@/lib/contract/references";
import { caseStateWords } from "./case-words";

/** Cases that the text names by their ids, each one click away; nothing where it names none. */
export function CasesWithout({ cases }: { cases: LookUpAnswer["cases"] }) {
  if (cases.length === 0) return null;
  return (
    <ul aria-label="Cases without a failure" className="border-t">
      {cases.map(({ case_id, tool, state, opened_at }) => (
        <li key={case_id} className="relative border-b px-2 py-2 hover:bg-hover">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RowLink className="underline underline-offset-2" href={`/queue/${case_id}`}>
              A case without a failure: {tool ?? "tool not known"}
            </RowLink>
            <Badge tone={state === "settled" ? "ok" : "warn"}>{caseStateWords(state)}</Badge>
          </div>
          <p className="text-muted text-sm">
            opened <Time iso={opened_at} />, <code className="break-all">{case_id}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}
