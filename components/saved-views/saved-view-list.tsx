"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { changeView, removeView, savedViewsQuery } from "@/lib/client/saved-views";
import type { SavedView } from "@/lib/contract/saved-views";
import { Refusal } from "./refusal";

type SavedViewListProps = { views: readonly SavedView[]; onClose: () => void };

/** One's own views: their names, whether others are offered them, and the way to be rid of one. */
export function SavedViewList({ views, onClose }: SavedViewListProps) {
  return (
    <Dialog
      open
      title="Your saved views"
      onOpenChange={(open) => !open && onClose()}
      footer={
        <DialogClose>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      {views.length === 0 ? (
        <p className="text-muted text-sm">None is left.</p>
      ) : (
        <ul className="flex flex-col">
          {views.map((view) => (
            <SavedViewRow key={view.view_id} view={view} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function useChange(view: SavedView) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
  const change = useMutation({
    mutationFn: (part: { name?: string; shared?: boolean }) =>
      changeView(view.view_id, { name: view.name, query: view.query, shared: view.shared, ...part }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: () => removeView(view.view_id), onSuccess });
  return { change, remove };
}

function SavedViewRow({ view }: { view: SavedView }) {
  const [name, setName] = useState(view.name);
  const { change, remove } = useChange(view);
  const changed = name.trim() !== "" && name.trim() !== view.name;
  return (
    <li className="border-b py-2 last:border-b-0">
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) change.mutate({ name: name.trim() });
        }}
      >
        <Input
          aria-label={`Name of ${view.name}`}
          className="w-auto flex-1"
          value={name}
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={!changed} busy={change.isPending}>
          Rename
        </Button>
        <label className="flex items-center gap-2 px-1 text-sm">
          <input
            type="checkbox"
            checked={view.shared}
            onChange={({ target }) => change.mutate({ shared: target.checked })}
            className="size-4 accent-accent"
          />
          shared
        </label>
        <IconButton
          label={`Delete ${view.name}`}
          icon={<Trash2 />}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        />
      </form>
      <Refusal error={change.error ?? remove.error} />
    </li>
  );
}
