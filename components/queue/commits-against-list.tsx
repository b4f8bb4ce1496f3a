"use client";

import { CheckRow } from "@/components/ui/check-row";
import { Fieldset } from "@/components/ui/fieldset";
import { type Commit, describeCommit } from "./commits-against";
import { useFormat } from "./queue-clock";

type CommitsAgainstListProps = {
  commits: readonly Commit[];
  ticked: readonly string[];
  onTick: (evidence_id: string, on: boolean) => void;
  /** What a refusal said, beside what it is about */
  error: string | null;
};

/** Evidence that it did happen: before anybody is told the opposite, a person has looked at each piece. */
export function CommitsAgainstList({ commits, ticked, onTick, error }: CommitsAgainstListProps) {
  const format = useFormat();
  if (commits.length === 0) return null;
  return (
    <Fieldset
      label="Evidence says that it happened"
      hint="Told that it did not, the runtime does it again. Look at each, and tick what does not speak of this effect."
      error={error}
    >
      <div data-commits className="flex flex-col rounded-md border border-warn bg-raised">
        {commits.map((commit) => (
          <CheckRow
            key={commit.evidence_id}
            className="border-t first:border-t-0"
            checked={ticked.includes(commit.evidence_id)}
            onChange={(on) => onTick(commit.evidence_id, on)}
            label={<span className="break-words">{describeCommit(commit, format)}</span>}
            description={
              <>
                {commit.note !== null && <span className="line-clamp-3 break-words">{commit.note}</span>}I
                looked: it does not speak of this effect.
              </>
            }
          />
        ))}
      </div>
    </Fieldset>
  );
}
