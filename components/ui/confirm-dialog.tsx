"use client";

import { type ReactNode, useRef } from "react";
import { Button } from "./button";
import { Dialog, DialogClose } from "./dialog";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the name of what it is about */
  title: ReactNode;
  /** What happens then, and what cannot be taken back */
  children: ReactNode;
  /** The verb: "Revoke key" */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Why it did not work, to be read without losing the question */
  error?: ReactNode;
};

/** Asks before something that cannot simply be undone. The harmless way out has the focus. */
export function ConfirmDialog({ confirm, onConfirm, busy, error, children, ...dialog }: ConfirmDialogProps) {
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...dialog}
      initialFocus={harmless}
      size="sm"
      footer={
        <>
          <DialogClose>
            <Button ref={harmless}>Cancel</Button>
          </DialogClose>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <div className="text-muted">{children}</div>
        {error}
      </div>
    </Dialog>
  );
}
