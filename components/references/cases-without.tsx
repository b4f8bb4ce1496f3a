import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { LookUpAnswer } from "@/lib/contract/references";
import { caseStateWords } from "./case-words";

/** Cases that the text leads to and no failure belongs to, one click away for who may look into them. */
export function CasesWithout({ cases }: { cases: LookUpAnswer["cases"] }) {
  if (cases.length === 0) return null;
  return (
    <ul aria-label="Cases without a failure" className="border-t">
      {cases.map(({ case_id, tool, state, opened_at, may_open }) => (
        <li key={case_id} className={cn("relative border-b px-2 py-2", may_open && "hover:bg-hover")}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Name href={may_open ? `/queue/${case_id}` : null}>
              A case without a failure: {tool ?? "tool not known"}
            </Name>
            <Badge tone={state === "settled" ? "ok" : "warn"}>{caseStateWords(state)}</Badge>
          </div>
          <p className="text-muted text-sm">
            opened <Time iso={opened_at} />, <code className="break-all">{case_id}</code>
          </p>
          {!may_open && state !== "settled" && (
            <p className="text-muted text-sm">It waits for a reconciler; what is settled shows here.</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Name({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <span className="font-medium">{children}</span>;
  return (
    <RowLink className="underline underline-offset-2" href={href}>
      {children}
    </RowLink>
  );
}
