"use client";

import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { LookUpAnswer, ReferenceSuggestion } from "@/lib/contract/references";
import { ChooserKeys } from "./chooser-keys";
import { MarkedReference } from "./marked-reference";
import { nearestOf, whyWords } from "./near-words";
import { OccurrenceFacts } from "./occurrence-facts";

type SuggestionListProps = {
  suggestions: readonly ReferenceSuggestion[];
  asked: LookUpAnswer["looked_for"];
};

/** Near references, what differs marked in each; one click opens. */
export function SuggestionList({ suggestions, asked }: SuggestionListProps) {
  return (
    <ListKeys>
      <ChooserKeys rows={suggestions.length} />
      <ul className="border-t">
        {suggestions.map((suggestion) => (
          <li
            key={`${suggestion.reference} ${suggestion.event_id ?? suggestion.occurred_at}`}
            className="relative border-b px-2 py-2 hover:bg-hover"
          >
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <RowLink
                className="underline underline-offset-2"
                href={referenceHref(suggestion.reference, suggestion.event_id)}
              >
                <MarkedReference
                  asked={nearestOf(suggestion.reference, asked)}
                  reference={suggestion.reference}
                />
              </RowLink>
              <span className="relative z-10 -mx-2 self-center">
                <CopyButton compact text={suggestion.reference} label={`Copy ${suggestion.reference}`} />
              </span>
              <span className="text-sm text-warn">{whyWords(suggestion)}</span>
              {suggestion.sure !== "possible" && (
                <Badge tone={suggestion.sure === "almost_certain" ? "accent" : "outline"}>
                  {suggestion.sure === "almost_certain" ? "almost certainly this one" : "the only one near"}
                </Badge>
              )}
              <span className="text-muted text-sm">
                <Time iso={suggestion.occurred_at} />
              </span>
            </div>
            <OccurrenceFacts of={suggestion} />
          </li>
        ))}
      </ul>
    </ListKeys>
  );
}
