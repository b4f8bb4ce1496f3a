"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last */
  footer?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** An element that opens it; or control it by `open` */
  trigger?: ReactElement;
  size?: "sm" | "md" | "lg";
  /** The title only for readers, for surfaces that explain themselves */
  hideTitle?: boolean;
  /** A press beside it does not close it: for forms, where text would be lost */
  keepOnPressOutside?: boolean | undefined;
  /** Has the focus first; not by `autoFocus`, which takes it before it is noted where it has to go back to */
  initialFocus?: RefObject<HTMLElement | null>;
};

const widths = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" };

/** A modal dialog: focus is kept inside and goes back where it was; Esc closes. On small screens a sheet. */
export function Dialog({
  size = "md",
  trigger,
  open,
  onOpenChange,
  keepOnPressOutside,
  initialFocus,
  ...content
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={keepOnPressOutside}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          initialFocus={initialFocus}
          className={cn(
            "fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[90dvh] w-full flex-col overflow-hidden rounded-t-lg bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-[12dvh] sm:bottom-auto sm:max-h-[76dvh] sm:rounded-lg",
            widths[size],
          )}
        >
          <DialogContent {...content} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type DialogContentProps = Pick<DialogProps, "title" | "description" | "children" | "footer" | "hideTitle">;

function DialogContent({ title, description, children, footer, hideTitle }: DialogContentProps) {
  if (hideTitle) {
    return (
      <>
        <Base.Title className="sr-only">{title}</Base.Title>
        {children}
      </>
    );
  }
  return (
    <>
      <header className="border-b py-3 pr-14 pl-4">
        <Base.Title className="font-semibold text-lg">{title}</Base.Title>
        {description && <Base.Description className="text-muted text-sm">{description}</Base.Description>}
      </header>
      {children && <div className="min-h-0 overflow-y-auto px-4 py-4">{children}</div>}
      {footer && <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</footer>}
      {/* Last in order, so that opening focuses what the dialog is about. */}
      <Base.Close
        render={<IconButton label="Close" icon={<X />} size="sm" className="absolute top-3 right-3" />}
      />
    </>
  );
}

/** Closes the dialog it stands in: `<DialogClose><Button>Cancel</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}
