"use client";

import { Badge } from "@/components/ui/badge";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { LookUpAnswer, ReferenceMatch } from "@/lib/contract/references";
import { ChooserKeys } from "./chooser-keys";
import { moreWords } from "./found-words";
import { OccurrenceFacts } from "./occurrence-facts";

/** Several failures to choose from, each one click away; the reference is shown only where it tells them apart. */
export function MatchList({
  matches,
  chosen,
  more = null,
  tab = null,
}: {
  matches: readonly ReferenceMatch[];
  chosen?: string | null;
  /** Which of the report's tabs each leads to */
  tab?: string | null;
  more?: LookUpAnswer["more"];
}) {
  const several = new Set(matches.map(({ reference }) => reference)).size > 1;
  return (
    <ListKeys>
      <ChooserKeys rows={matches.length} />
      <ul className="border-t">
        {matches.map((match) => (
          <li
            key={`${match.reference} ${match.event_id ?? match.occurred_at}`}
            className="relative border-b px-2 py-2 hover:bg-hover"
          >
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Lead match={match} several={several} alone={matches.length === 1} tab={tab} />
              {chosen !== undefined && chosen === match.event_id && <Badge tone="accent">this one</Badge>}
            </div>
            <OccurrenceFacts of={match} />
          </li>
        ))}
      </ul>
      {more !== null && <p className="px-2 pt-2 text-muted text-sm">{moreWords(more)}</p>}
    </ListKeys>
  );
}

type LeadProps = { match: ReferenceMatch; several: boolean; alone: boolean; tab: string | null };

/** Frames without their event share no page of their own while others carry the same reference. */
function Lead({ match, several, alone, tab }: LeadProps) {
  const lead = (
    <>
      {several && <code className="break-all pr-3">{match.reference}</code>}
      <Time iso={match.occurred_at} />
    </>
  );
  if (match.event_id === null && !several && !alone) return <span className="font-medium">{lead}</span>;
  return (
    <RowLink
      className="underline underline-offset-2"
      href={referenceHref(match.reference, match.event_id, tab)}
    >
      {lead}
    </RowLink>
  );
}
