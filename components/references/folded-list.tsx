"use client";

import { Fragment, type Key, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { foldAround } from "./fold-around";

type FoldedListProps<T> = {
  items: readonly T[];
  keyOf: (item: T) => Key;
  /** Where the one stands that must be in sight, for a newest one the first or the last */
  about: number;
  /** How many are shown at first, an even number */
  most?: number;
  /** "attempts", as the button names them */
  noun: string;
  /** One `<li>`, with its place in the whole list */
  children: (item: T, index: number) => ReactNode;
  className?: string;
};

/** A list that may be long: some of it, and all of it by a click, which stands where the rest begins. */
export function FoldedList<T>({ items, keyOf, about, most, noun, children, className }: FoldedListProps<T>) {
  const [all, setAll] = useState(false);
  const { from, to } = all ? { from: 0, to: items.length } : foldAround(items.length, about, most);
  const folded = items.length - (to - from);
  const button = (
    <Button variant="quiet" size="sm" className="-ml-2" onClick={() => setAll(true)}>
      Show all {items.length} {noun}
    </Button>
  );
  return (
    <>
      {from > 0 && button}
      <ol className={cn(className)}>
        {items.slice(from, to).map((item, index) => (
          <Fragment key={keyOf(item)}>{children(item, from + index)}</Fragment>
        ))}
      </ol>
      {folded > 0 && from === 0 && button}
    </>
  );
}
