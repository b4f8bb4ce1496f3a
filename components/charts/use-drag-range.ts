"use client";

import { useState } from "react";
import type { MouseHandlerDataParam } from "recharts";

type Step = { start: string; end: string };
type Drag = { from: string; to: string };

/** Steps between two starts, in either direction, as one half-open range. */
function spanOf(steps: readonly Step[], { from, to }: Drag): Step | null {
  const indexes = [from, to].map((start) => steps.findIndex((step) => step.start === start));
  const first = steps[Math.min(...indexes)];
  const last = steps[Math.max(...indexes)];
  return first && last && first !== last ? { start: first.start, end: last.end } : null;
}

/**
 * Dragging over a chart chooses a range of steps; `area` is what is being dragged, to be drawn. `onPress` is called where
 * the pointer goes up in the step in which it went down: what is under it is drawn anew meanwhile, and hears no click.
 */
export function useDragRange(
  steps: readonly Step[],
  onRange: (from: string, to: string) => void,
  onPress: () => void = () => {},
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const at = ({ activeLabel }: MouseHandlerDataParam) =>
    activeLabel === undefined ? null : String(activeLabel);
  return {
    area: drag && drag.from !== drag.to ? drag : null,
    handlers: {
      onMouseDown: (state: MouseHandlerDataParam) => {
        const start = at(state);
        setDrag(start === null ? null : { from: start, to: start });
      },
      onMouseMove: (state: MouseHandlerDataParam) => {
        const to = at(state);
        if (drag && to !== null && to !== drag.to) setDrag({ ...drag, to });
      },
      onMouseLeave: () => setDrag(null),
      onMouseUp: () => {
        const span = drag && spanOf(steps, drag);
        setDrag(null);
        if (span) onRange(span.start, span.end);
        else onPress();
      },
    },
  };
}
