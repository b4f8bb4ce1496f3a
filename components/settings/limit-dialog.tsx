"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { changeKey, keysQuery } from "@/lib/client/keys";
import type { Key } from "@/lib/contract/keys";
import { ITEMS_PER_MINUTE_FAULT, itemsPerMinuteOf } from "./items-per-minute";
import { LimitField } from "./limit-field";
import { SettingsForm } from "./settings-form";

/** Changes how much a key may send. */
export function LimitDialog({ limited: key, onClose }: { limited: Key; onClose: () => void }) {
  const [limit, setLimit] = useState(key.items_per_minute?.toString() ?? "");
  const [faults, setFaults] = useState<FieldErrors>({});
  const form = useId();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (items_per_minute: number | null) => changeKey(key.key_id, { items_per_minute }),
    onSuccess: () => {
      toast({ title: `The limit of “${key.name}” is saved`, tone: "ok" });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const submit = () => {
    const typed = itemsPerMinuteOf(limit);
    setFaults(typed === undefined ? { items_per_minute: ITEMS_PER_MINUTE_FAULT } : {});
    if (typed !== undefined) save.mutate(typed);
  };
  const errors = { ...fieldErrors(save.error), ...faults };
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title={`Limit of “${key.name}”`}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <SettingsForm
        id={form}
        error={save.error}
        fields={["items_per_minute"]}
        faults={faults}
        onSubmit={submit}
      >
        <LimitField autoFocus value={limit} error={errors.items_per_minute} onChange={setLimit} />
      </SettingsForm>
    </Dialog>
  );
}
