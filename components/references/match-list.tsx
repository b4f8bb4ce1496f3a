"use client";

import { Badge } from "@/components/ui/badge";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { ReferenceMatch } from "@/lib/contract/references";
import { OccurrenceFacts } from "./occurrence-facts";

/** Several failures to choose from, each one click away; the reference is shown only where it tells them apart. */
export function MatchList({
  matches,
  chosen,
}: {
  matches: readonly ReferenceMatch[];
  chosen?: string | null;
}) {
  const several = new Set(matches.map(({ reference }) => reference)).size > 1;
  return (
    <ListKeys>
      <ul className="border-t">
        {matches.map((match) => (
          <li
            key={`${match.reference} ${match.event_id ?? match.occurred_at}`}
            className="relative border-b px-2 py-2 hover:bg-hover"
          >
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <RowLink href={referenceHref(match.reference, match.event_id)}>
                {several && <code className="break-all pr-3">{match.reference}</code>}
                <Time iso={match.occurred_at} />
              </RowLink>
              {chosen !== undefined && chosen === match.event_id && <Badge tone="accent">this one</Badge>}
            </div>
            <OccurrenceFacts of={match} />
          </li>
        ))}
      </ul>
    </ListKeys>
  );
}
