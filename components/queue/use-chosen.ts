"use client";

import { useState } from "react";

/** Which attempts are chosen to be settled together. */
export function useChosen(known: readonly number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = known.filter((id) => chosen.has(id));
  const toggle = (id: number) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return { ids, toggle, choose: (all: readonly number[]) => setChosen(new Set(all)) };
}
