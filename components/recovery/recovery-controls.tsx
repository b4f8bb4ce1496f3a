"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Select } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import type { Filters } from "@/lib/client/filter-params";
import { releasesQuery } from "@/lib/client/releases";
import type { RecoveryAnswer } from "@/lib/contract/recovery";

type RecoveryControlsProps = {
  filters: Filters;
  knownFrom: RecoveryAnswer["known_from"];
  compare: string | null;
  onKnownFrom: (next: RecoveryAnswer["known_from"]) => void;
  onCompare: (next: string | null) => void;
};

/** Where episodes are known from, and the release they are compared before and after. */
export function RecoveryControls({
  filters,
  knownFrom,
  compare,
  onKnownFrom,
  onCompare,
}: RecoveryControlsProps) {
  const id = useId();
  const { data } = useQuery(releasesQuery(filters));
  const names = [
    ...new Set([
      ...(compare === null ? [] : [compare]),
      ...(data?.items ?? []).map(({ release }) => release),
    ]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
      <Segmented
        label="Known from"
        value={knownFrom}
        onChange={onKnownFrom}
        options={[
          { value: "reported", label: "Reported" },
          { value: "computed", label: "Counted from runs" },
        ]}
      />
      <div className="flex min-w-0 items-center gap-2 text-muted text-sm">
        <label htmlFor={id}>Compare with</label>
        <Select
          id={id}
          className="w-44"
          value={compare ?? ""}
          placeholder="no release"
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(event) => onCompare(event.currentTarget.value || null)}
        />
      </div>
      <p className="text-faint text-xs">
        {knownFrom === "reported"
          ? "As those who run agents report them."
          : "From the failures of runs whose producers report no recoveries; the attempt after the last failure is taken to have come through."}
      </p>
    </div>
  );
}
