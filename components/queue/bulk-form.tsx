"use client";

import { type ReactNode, useId } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import type { BulkKind } from "@/domain/bulk";
import { AssignFields } from "./bulk-assign-fields";
import { NoteFields } from "./bulk-note-fields";
import { SnoozeFields } from "./bulk-snooze-fields";
import { VerdictFields } from "./bulk-verdict-fields";
import { BULK_WORDS } from "./bulk-words";
import { RefusalNote } from "./refusal-note";
import type { Freeze } from "./use-freeze";

type BulkFormProps = { kind: BulkKind; count: number; freeze: Freeze; onClose: () => void };

/** What is to be done to all of them; what would become of each is seen before it starts. */
export function BulkForm({ kind, count, freeze, onClose }: BulkFormProps) {
  const form = useId();
  return (
    <Dialog
      open
      keepOnPressOutside
      size={kind === "verdict" ? "md" : "sm"}
      title={`${BULK_WORDS[kind].title}: ${formatCount(count)} ${count === 1 ? "case" : "cases"}`}
      description="Nothing is done yet: the next step says exactly what would become of each."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={freeze.isPending}>
            Count and check
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fieldsOf(kind, form, freeze.run)}
        <RefusalNote error={freeze.error} />
      </div>
    </Dialog>
  );
}

function fieldsOf(kind: BulkKind, form: string, onWhole: Freeze["run"]): ReactNode {
  switch (kind) {
    case "note":
      return <NoteFields form={form} onWhole={onWhole} />;
    case "assign":
      return <AssignFields form={form} onWhole={onWhole} />;
    case "snooze":
      return <SnoozeFields form={form} onWhole={onWhole} />;
    case "verdict":
      return <VerdictFields form={form} onWhole={onWhole} />;
    default:
      return null;
  }
}
