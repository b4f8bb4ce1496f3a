"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

type TooltipProps = {
  content: ReactNode;
  children: ReactElement;
  side?: "top" | "bottom" | "left" | "right";
};

/**
 * Words on hover and focus for one focusable child. Never the only place where something is said: readers are told by
 * the child's own name, and would meet these words outside every landmark.
 */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup
            aria-hidden
            className="max-w-72 rounded-md bg-ink px-2 py-1 text-ground text-xs shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
