"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/lib/client/api-error";
import { createKey, keysQuery } from "@/lib/client/keys";

type KeyForItProps = { made: string | null; onMade: (key: string) => void };

/** Makes a key that may only report, and shows it this once. */
export function KeyForIt({ made, onMade }: KeyForItProps) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => createKey({ name: "First event", source: "getting-started", scopes: ["ingest"] }),
    onSuccess: ({ key }) => {
      onMade(key);
      void client.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  if (made !== null)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-warn border-l-2 pl-3">
        <span className="text-muted">
          The key is in the commands below. It is shown only now: store it where secrets are kept.
        </span>
        <CopyButton text={made} label="Copy key" />
      </p>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
        Make a key for it
      </Button>
      {create.isError && <ErrorState title="No key was made" {...describeError(create.error)} />}
    </div>
  );
}
