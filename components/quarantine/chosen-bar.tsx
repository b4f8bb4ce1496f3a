"use client";

import { X } from "lucide-react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";

type ChosenBarProps = {
  count: number;
  /** All that match are chosen, listed or not */
  matching: boolean;
  /** How many match; undefined where it is not known */
  total: number | undefined;
  onMatching: () => void;
  onMend: () => void;
  onDismiss: () => void;
  onClear: () => void;
};

/** What can be done to the chosen items; it floats above the list. */
export function ChosenBar({
  count,
  matching,
  total,
  onMatching,
  onMend,
  onDismiss,
  onClear,
}: ChosenBarProps) {
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex justify-center">
      <section
        aria-label="Selected items"
        className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-raised py-2 pr-2 pl-4 text-sm shadow-float"
      >
        <p role="status" className="font-medium">
          {matching ? `All ${formatCount(count)} that match` : `${formatCount(count)} selected`}
        </p>
        {!matching && total !== undefined && total > count && (
          <Button size="sm" variant="quiet" className="text-accent" onClick={onMatching}>
            Select all {formatCount(total)} that match
            <Kbd>a</Kbd>
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={onMend}>
          Mend and send again …<Kbd>m</Kbd>
        </Button>
        <Button size="sm" onClick={onDismiss}>
          Dismiss …
        </Button>
        <IconButton label="Select nothing" shortcut="Esc" icon={<X />} size="sm" onClick={onClear} />
      </section>
    </div>
  );
}
