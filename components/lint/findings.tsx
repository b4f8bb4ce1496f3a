import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { LeakMark } from "@/components/marks/leak-mark";
import { Badge } from "@/components/ui/badge";
import type { LintFinding } from "@/lib/contract/lint";

const LOOKS = {
  error: { tone: "danger", icon: CircleAlert },
  warning: { tone: "warn", icon: TriangleAlert },
  note: { tone: "neutral", icon: Info },
} as const;

/** What is wrong, the worst first: where, why, and what to do. */
export function Findings({ findings }: { findings: readonly LintFinding[] }) {
  return (
    <ul className="divide-y text-sm">
      {findings.map((finding) => (
        <Finding key={`${finding.code} ${finding.pointer} ${finding.leak?.kind ?? ""}`} finding={finding} />
      ))}
    </ul>
  );
}

function Finding({ finding: { code, severity, pointer, why, fix, leak } }: { finding: LintFinding }) {
  const { tone, icon: Icon } = LOOKS[severity];
  return (
    <li className="grid gap-x-3 gap-y-1 py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
      <span>
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {severity}
        </Badge>
      </span>
      <div className="min-w-0">
        <p>{why}</p>
        <p className="text-muted">{fix}</p>
        {leak && (
          <p className="flex flex-wrap items-start gap-2 pt-1">
            <LeakMark kind={leak.kind} />
            <code className="line-clamp-3 min-w-0 whitespace-pre-wrap break-words text-xs">{leak.shown}</code>
          </p>
        )}
        <p className="flex flex-wrap gap-x-3 pt-0.5 text-faint text-xs">
          <code>{code}</code>
          {pointer !== "" && <code className="break-all">{pointer}</code>}
        </p>
      </div>
    </li>
  );
}
