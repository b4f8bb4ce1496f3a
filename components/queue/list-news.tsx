"use client";

import { Button } from "@/components/ui/button";

type ListNewsProps = {
  arrivals: number;
  /** Rows that are still drawn but not in this view any more: of those listed, so no number for the whole view */
  left: number;
  onReveal: () => void;
};

/** Says what has changed and lets the reader decide when the list moves. */
export function ListNews({ arrivals, left, onReveal }: ListNewsProps) {
  const words = [arrivals > 0 && `${arrivals} new`, left > 0 && "some left this view"].filter(Boolean);
  return (
    <div role="status" className="min-h-0">
      {words.length > 0 && (
        <div className="mb-2 flex items-center gap-3 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-sm">
          <span>{words.join(" · ")}</span>
          <Button size="sm" variant="quiet" className="ml-auto text-accent" onClick={onReveal}>
            Bring the list up to date
          </Button>
        </div>
      )}
    </div>
  );
}
