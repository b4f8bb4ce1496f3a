"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CheckRow } from "@/components/ui/check-row";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import type { ViewedPage } from "@/domain/saved-view";
import { savedViewsQuery, saveView } from "@/lib/client/saved-views";
import { Refusal } from "./refusal";

type SavedViewDialogProps = { page: ViewedPage; query: string; onClose: () => void };

function useSave({ page, query, onClose }: SavedViewDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [tried, setTried] = useState(false);
  const missing = name.trim() === "";
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveView({ page, name: name.trim(), query, shared }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
      toast({ title: `Saved as “${saved.name}”`, tone: "ok" });
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    if (!missing && !isPending) mutate();
  };
  return { name, setName, shared, setShared, problem: tried && missing, submit, isPending, error };
}

/** Keeps the view as it stands, filters included, under a name. */
export function SavedViewDialog(props: SavedViewDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const { name, setName, shared, setShared, problem, submit, isPending, error } = useSave(props);
  return (
    <FormDialog
      size="sm"
      title="Save this view"
      description="The page as it stands in the address: what is chosen, and all filters."
      initialFocus={input}
      submit="Save"
      busy={isPending}
      refused={problem || error}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Field label="Name" error={problem ? "Give it a name." : undefined}>
        <Input
          ref={input}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <CheckRow
        label="Share it"
        description="Everyone who sees this page is offered it. Each sees only what they may."
        checked={shared}
        onChange={setShared}
        className="-mx-2"
      />
      <Refusal error={error} />
    </FormDialog>
  );
}
