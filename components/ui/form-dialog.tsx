"use client";

import { type ReactNode, type RefObject, useId, useRef } from "react";
import { Button } from "./button";
import { Dialog, DialogClose } from "./dialog";
import { useFocusOnFault } from "./use-focus-on-fault";

type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The verb: "Save" */
  submit: string;
  busy?: boolean;
  /** What is wrong with it, found here or by the server: after a try the focus goes to the first field at fault */
  refused?: unknown;
  onSubmit: () => void;
  onClose: () => void;
  size?: "sm" | "md" | "lg";
  /** A press beside it does not close it, because text would be lost */
  keepOnPressOutside?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** `Field`s, and last what says why it was refused, with `role="alert"` */
  children: ReactNode;
};

/** A form over the page, with a way out and one verb; Enter in a field sends it. It is open while it is mounted. */
export function FormDialog({ submit, busy, refused, onSubmit, onClose, children, ...rest }: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const tried = useFocusOnFault(form, refused);
  return (
    <Dialog
      open
      {...rest}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          tried();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
