"use client";

import { useSearchParams } from "next/navigation";
import type { EventClass } from "@/domain/event-class";
import type { Move, MoveRule } from "@/domain/next-moves";

type Chosen = { rule: MoveRule } | { class: EventClass; move: Move };

/** The page as it is, with the failures behind this number below it. */
export function useMovesHref(chosen: Chosen): string {
  return movesHref(useSearchParams(), chosen);
}

/** The same for many numbers of one component. */
export function movesHref(current: URLSearchParams, chosen: Chosen): string {
  const search = new URLSearchParams(current);
  for (const name of ["rule", "class", "move"]) search.delete(name);
  for (const [name, value] of Object.entries(chosen)) search.set(name, value);
  return `/recovery/next-moves?${search}#failures`;
}
