"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { suggestedCode } from "@/domain/mapping-stub";
import { describeError } from "@/lib/client/api-error";
import { fieldErrors } from "@/lib/client/field-errors";
import { markGroup, unmarkGroup } from "@/lib/client/unmapped";
import type { WorklistGroup } from "@/lib/contract/unmapped";

/** Says that a group was mapped, or takes it back. If it comes unmapped again after that release, it says so loudly. */
export function MarkForm({ group, onDone }: { group: WorklistGroup; onDone: () => void }) {
  const queries = useQueryClient();
  const done = (title: string) => {
    toast({ title });
    void queries.invalidateQueries({ queryKey: ["unmapped"] });
    onDone();
  };
  const [code, setCode] = useState(group.mark?.code ?? suggestedCode(group.exception_type) ?? "");
  const [release, setRelease] = useState(group.mark?.release ?? "");
  const mark = useMutation({
    mutationFn: () => markGroup(group.group_id, { code, release }),
    onSuccess: () => done(`Marked as mapped to ${code}`),
  });
  const undo = useMutation({
    mutationFn: () => unmarkGroup(group.group_id),
    onSuccess: () => done("No longer marked as mapped"),
  });
  const errors = fieldErrors(mark.error);
  const failed = undo.error ?? (mark.error && Object.keys(errors).length === 0 ? mark.error : null);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mark.mutate();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Code" hint="The name that your team owns." error={errors.code}>
          <Input mono required value={code} onChange={(event) => setCode(event.target.value)} />
        </Field>
        <Field
          label="Release"
          optional
          hint="In which it is mapped; blank: from now on."
          error={errors.release}
        >
          <Input mono value={release} onChange={(event) => setRelease(event.target.value)} />
        </Field>
      </div>
      {failed && <ErrorState title="This was not saved" {...describeError(failed)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={mark.isPending}>
          {group.mark ? "Mark anew" : "Mark as mapped"}
        </Button>
        {group.mark && (
          <>
            <Button busy={undo.isPending} onClick={() => undo.mutate()}>
              Take the mark back
            </Button>
            <span className="text-muted text-sm">
              Marked <Time iso={group.mark.marked_at} display="relative" past /> by {group.mark.marked_by}
            </span>
          </>
        )}
      </div>
    </form>
  );
}
