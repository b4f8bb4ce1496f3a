"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { STANDINGS } from "@/domain/standing";
import {
  isSameWording,
  WORDING_CLASSES,
  type Wording,
  type WordingCell,
  type Wordings,
  wordingOfCell,
} from "@/domain/wordings";
import { describeError } from "@/lib/client/api-error";
import { settingsQuery } from "@/lib/client/settings";
import { type WordingDraft, wordingAt, writtenWording } from "./wording-draft";
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
  const [drafts, setDrafts] = useState<Readonly<Record<string, WordingDraft | undefined>>>({});
  const setDraft = (cell: WordingCell, wording: Wording | null) =>
    setDrafts((before) => {
      const { instead_of = wordingOfCell(own, cell) } = before[keyOf(cell)] ?? {};
      return { ...before, [keyOf(cell)]: wording === null ? undefined : { wording, instead_of } };
    });
  const isUnsaved = (cell: WordingCell) => {
    const draft = drafts[keyOf(cell)];
    return draft !== undefined && !isSameWording(writtenWording(draft.wording), wordingAt(own, cell));
  };
  return (
    <div className="flex flex-col gap-6">
      <WordingTable own={own} chosen={chosen} isUnsaved={isUnsaved} onChoose={setChosen} />
      <WordingEditor
        key={keyOf(chosen)}
        own={own}
        cell={chosen}
        draft={drafts[keyOf(chosen)]}
        onChange={(wording) => setDraft(chosen, wording)}
        onDone={() => setDraft(chosen, null)}
      />
    </div>
  );
}
