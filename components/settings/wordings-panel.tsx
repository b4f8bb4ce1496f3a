"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { STANDINGS } from "@/domain/standing";
import { WORDING_CLASSES, type Wording, type WordingCell, type Wordings } from "@/domain/wordings";
import { describeError } from "@/lib/client/api-error";
import { settingsQuery } from "@/lib/client/settings";
import { isSameWording, wordingAt, writtenWording } from "./wording-draft";
import { WordingEditor } from "./wording-editor";
import { WordingTable } from "./wording-table";

/** What support is given to say, by class and where the effect stands. */
export function WordingsPanel() {
  const settings = useQuery(settingsQuery);
  return (
    <Section
      className="border-t-0 pt-0"
      title="Wordings"
      description="What support reads out, by class and by what is known of the effect. “Every class” holds where a class has no words of its own."
    >
      {settings.isError && (
        <ErrorState
          {...describeError(settings.error)}
          onRetry={settings.refetch}
          retrying={settings.isFetching}
        />
      )}
      {settings.isPending && <SkeletonRows rows={8} label="Loading the wordings" />}
      {settings.data && <WordingsForm own={settings.data.wordings} />}
    </Section>
  );
}

const CHOSEN = {
  class: parseAsStringLiteral(WORDING_CLASSES).withDefault("any"),
  standing: parseAsStringLiteral(STANDINGS).withDefault("unknown"),
};
const keyOf = (cell: WordingCell) => `${cell.class} ${cell.standing}`;

/** What is being written stays while another cell is looked at. */
function WordingsForm({ own }: { own: Wordings }) {
  const [chosen, setChosen] = useQueryStates(CHOSEN);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Wording | undefined>>>({});
  const setDraft = (cell: WordingCell, draft: Wording | undefined) =>
    setDrafts((before) => ({ ...before, [keyOf(cell)]: draft }));
  const isUnsaved = (cell: WordingCell) => {
    const draft = drafts[keyOf(cell)];
    return draft !== undefined && !isSameWording(writtenWording(draft), wordingAt(own, cell));
  };
  return (
    <div className="flex flex-col gap-6">
      <WordingTable own={own} chosen={chosen} isUnsaved={isUnsaved} onChoose={setChosen} />
      <WordingEditor
        key={keyOf(chosen)}
        own={own}
        cell={chosen}
        wording={drafts[keyOf(chosen)] ?? wordingAt(own, chosen)}
        onChange={(draft) => setDraft(chosen, draft)}
        onDone={() => setDraft(chosen, undefined)}
      />
    </div>
  );
}
