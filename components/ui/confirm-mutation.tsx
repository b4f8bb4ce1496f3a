"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { ErrorState, type ErrorStateProps } from "./error-state";
import { toast } from "./toast";

type ConfirmMutationProps = {
  /** The question, with the name of what it is about */
  title: string;
  /** The verb: "Revoke key" */
  confirm: string;
  run: () => Promise<unknown>;
  /** What is true then: "The key “ci” is revoked" */
  done: string;
  onDone: () => void;
  /** Reads again what it changed, also when it was refused, for then somebody else did */
  onSettled: () => Promise<unknown>;
  /** Over why it did not work: "Not revoked" */
  failed: string;
  describe: (error: unknown) => ErrorStateProps;
  onClose: () => void;
  /** What happens then, and what cannot be taken back */
  children: ReactNode;
};

/** Asks, does it, and says so; what was refused is said beside the question. It is open while it is mounted. */
export function ConfirmMutation(props: ConfirmMutationProps) {
  const { title, confirm, run, done, onDone, onSettled, failed, describe, onClose, children } = props;
  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      toast({ title: done, tone: "ok" });
      onDone();
    },
    onSettled,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      confirm={confirm}
      onConfirm={() => mutate()}
      busy={isPending}
      error={error && <ErrorState title={failed} {...describe(error)} />}
    >
      {children}
    </ConfirmDialog>
  );
}
