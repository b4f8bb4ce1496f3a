"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { NavList } from "./nav-list";
import { showOverlay, useOverlay } from "./overlays";
import { Wordmark } from "./wordmark";

/** The navigation of small screens, from the left edge. */
export function MobileNav() {
  const open = useOverlay() === "nav";
  return (
    <Dialog.Root open={open} onOpenChange={(next) => showOverlay(next ? "nav" : null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-40 flex w-64 max-w-[85vw] flex-col gap-4 bg-ground p-3 shadow-float transition-transform data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex items-center justify-between pl-2">
            <Dialog.Title>
              <Wordmark />
            </Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon={<X />} />} />
          </div>
          <NavList onNavigate={() => showOverlay(null)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
