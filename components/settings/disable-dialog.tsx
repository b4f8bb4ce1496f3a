"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmMutation } from "@/components/ui/confirm-mutation";
import { describeError } from "@/lib/client/api-error";
import { changePerson, peopleQuery } from "@/lib/client/people";
import type { Person } from "@/lib/contract/people";

/** Asks before somebody is shut out. */
export function DisableDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmMutation
      title={`Disable ${person.name}?`}
      confirm="Disable"
      run={() => changePerson(person.id, { disabled: true })}
      done={`${person.name} is disabled`}
      onDone={onClose}
      onSettled={() => client.invalidateQueries({ queryKey: peopleQuery.queryKey })}
      failed="Not disabled"
      describe={describeError}
      onClose={onClose}
    >
      Their sessions end now and their one-time links are void. What they did stays in the audit; cases they
      hold are free again when the claim runs out. You can enable them again.
    </ConfirmMutation>
  );
}
