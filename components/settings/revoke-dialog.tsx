"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmMutation } from "@/components/ui/confirm-mutation";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { keysQuery, revokeKey } from "@/lib/client/keys";
import type { Key } from "@/lib/contract/keys";

/** Asks before a key stops working; says when somebody last used it. */
export function RevokeDialog({ revoked: key, onClose }: { revoked: Key; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmMutation
      title={`Revoke “${key.name}”?`}
      confirm="Revoke key"
      run={() => revokeKey(key.key_id)}
      done={`The key “${key.name}” is revoked`}
      onDone={onClose}
      onSettled={() => client.invalidateQueries({ queryKey: keysQuery.queryKey })}
      failed="Not revoked"
      describe={describeError}
      onClose={onClose}
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
    </ConfirmMutation>
  );
}
