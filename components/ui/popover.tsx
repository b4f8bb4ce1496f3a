"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

type PopoverProps = {
  trigger: ReactElement;
  title: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A small surface beside its trigger, for a short form or an explanation. */
export function Popover({ trigger, title, children, align = "start", open, onOpenChange }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className="flex w-80 max-w-[calc(100vw-1rem)] flex-col gap-3 rounded-lg bg-raised p-4 text-sm shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.Title className="font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
