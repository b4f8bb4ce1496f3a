"use client";

import { useRef } from "react";
import type { ExploreStep } from "./prepare-explore";
import { useDragRange } from "./use-drag-range";

/** A series at a step. */
export type Press = (seriesId: string, step: ExploreStep) => void;

/** Dragging zooms, pressing opens what is under the pointer: each band and point says by `press` that it was pressed. */
export function usePress(
  steps: readonly ExploreStep[],
  onRange: (from: string, to: string) => void,
  onOpen: Press,
) {
  const pressed = useRef<{ seriesId: string; step: ExploreStep } | null>(null);
  /** Forgets what was pressed, so that the next press elsewhere does not open it. */
  const release = () => {
    const was = pressed.current;
    pressed.current = null;
    return was;
  };
  const zoom = (from: string, to: string) => {
    release();
    onRange(from, to);
  };
  const { area, handlers } = useDragRange(steps, zoom, () => {
    const was = release();
    if (was) onOpen(was.seriesId, was.step);
  });
  const onMouseLeave = () => {
    release();
    handlers.onMouseLeave();
  };
  const press: Press = (seriesId, step) => {
    pressed.current = { seriesId, step };
  };
  return { area, handlers: { ...handlers, onMouseLeave }, press };
}
