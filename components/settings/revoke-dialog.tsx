"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { keysQuery, revokeKey } from "@/lib/client/keys";
import type { Key } from "@/lib/contract/keys";

/** Asks before a key stops working; says when somebody last used it. */
export function RevokeDialog({ revoked: key, onClose }: { revoked: Key; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKey(key.key_id),
    onSuccess: () => {
      toast({ title: `The key “${key.name}” is revoked`, tone: "ok" });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${key.name}”?`}
      confirm="Revoke key"
      onConfirm={() => revoke.mutate()}
      busy={revoke.isPending}
      error={revoke.error && <ErrorState title="Not revoked" {...describeError(revoke.error)} />}
    >
      <p>
        <code>{key.prefix}…</code> stops working within seconds, for good. What its holder sends is refused
        with 401 until they have another key; what they reported stays.
      </p>
      <p className="pt-2">
        {key.last_used_at ? (
          <>
            Last used <Time iso={key.last_used_at} />.
          </>
        ) : (
          "It was never used."
        )}
      </p>
    </ConfirmDialog>
  );
}
