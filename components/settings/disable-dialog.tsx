"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { changePerson, peopleQuery } from "@/lib/client/people";
import type { Person } from "@/lib/contract/people";

/** Asks before somebody is shut out. */
export function DisableDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const client = useQueryClient();
  const disable = useMutation({
    mutationFn: () => changePerson(person.id, { disabled: true }),
    onSuccess: () => {
      toast({ title: `${person.name} is disabled`, tone: "ok" });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Disable ${person.name}?`}
      confirm="Disable"
      onConfirm={() => disable.mutate()}
      busy={disable.isPending}
      error={disable.error && <ErrorState title="Not disabled" {...describeError(disable.error)} />}
    >
      Their sessions end now and their one-time links are void. What they did stays in the audit; cases they
      hold are free again when the claim runs out. You can enable them again.
    </ConfirmDialog>
  );
}
