"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckRow } from "@/components/ui/check-row";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/time";
import { useOpen } from "@/components/ui/use-open";
import { describeError } from "@/lib/client/api-error";
import { keysQuery } from "@/lib/client/keys";
import type { CreatedKey, Key } from "@/lib/contract/keys";
import { CreatedKeyDialog } from "./created-key-dialog";
import { keyState } from "./expiry";
import { KeyDialog } from "./key-dialog";
import { KeysTable } from "./keys-table";
import { LimitDialog } from "./limit-dialog";
import { RevokeDialog } from "./revoke-dialog";

/** What lies over the list. */
type Open =
  | { kind: "new" }
  | { kind: "created"; created: CreatedKey }
  | { kind: "limit"; limited: Key }
  | { kind: "revoke"; revoked: Key };

/** The keys of machines: what they may do, and when they were last used. */
export function KeysPanel() {
  const keys = useQuery(keysQuery);
  const [open, setOpen] = useOpen<Open>();
  const close = () => setOpen(null);
  return (
    <Section
      className="border-t-0 pt-0"
      title="Keys"
      description="One for each producer, runtime or script. Only its hash is kept, so a key is shown once."
      actions={
        <Button variant="primary" onClick={() => setOpen({ kind: "new" })}>
          <Plus aria-hidden />
          New key
        </Button>
      }
    >
      {keys.isError && (
        <ErrorState {...describeError(keys.error)} onRetry={keys.refetch} retrying={keys.isFetching} />
      )}
      {keys.isPending && <SkeletonRows rows={4} label="Loading keys" />}
      {keys.data && (
        <KeyLists
          keys={keys.data.items}
          onLimit={(limited) => setOpen({ kind: "limit", limited })}
          onRevoke={(revoked) => setOpen({ kind: "revoke", revoked })}
        />
      )}
      {open?.kind === "new" && (
        <KeyDialog onCreated={(created) => setOpen({ kind: "created", created })} onClose={close} />
      )}
      {open?.kind === "created" && <CreatedKeyDialog created={open.created} onClose={close} />}
      {open?.kind === "limit" && <LimitDialog limited={open.limited} onClose={close} />}
      {open?.kind === "revoke" && <RevokeDialog revoked={open.revoked} onClose={close} />}
    </Section>
  );
}

/** Those that work; those that do not only when asked for. */
function KeyLists({ keys, ...actions }: ComponentProps<typeof KeysTable>) {
  const [showDead, setShowDead] = useState(false);
  const now = useNow();
  const dead = keys.filter((key) => keyState(key, now) !== "live").length;
  const shown = showDead ? keys : keys.filter((key) => keyState(key, now) === "live");
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title={keys.length === 0 ? "No keys yet" : "No key works any more"}
          text="A producer needs one with the scope ingest to report its first event. The command comes with the key."
        />
      ) : (
        <KeysTable keys={shown} {...actions} />
      )}
      {dead > 0 && (
        <CheckRow
          className="mt-2 -ml-2 w-fit"
          label={`Show revoked and expired ones (${dead})`}
          checked={showDead}
          onChange={setShowDead}
        />
      )}
    </>
  );
}
