"use client";

import { type Commit, describeCommit } from "./commits-against";
import { useFormat } from "./queue-clock";

/** The evidence that a verdict was given over: somebody looked, and says that it does not speak of this effect. */
export function OverruledList({ commits }: { commits: readonly Commit[] }) {
  const format = useFormat();
  if (commits.length === 0) return null;
  return (
    <div className="text-sm">
      <p>Looked at, and found not to speak of this effect, though it says that it happened:</p>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {commits.map((commit) => (
          <li key={commit.evidence_id} className="break-words">
            {describeCommit(commit, format)}
          </li>
        ))}
      </ul>
    </div>
  );
}
