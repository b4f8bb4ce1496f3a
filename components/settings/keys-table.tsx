"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time, useNow } from "@/components/ui/time";
import type { Key } from "@/lib/contract/keys";
import { keyState } from "./expiry";

type Actions = { onLimit: (key: Key) => void; onRevoke: (key: Key) => void };
type KeysTableProps = Actions & { keys: readonly Key[] };

/** Keys with what they may do, where they are pinned, and whether anybody still uses them. */
export function KeysTable({ keys, ...actions }: KeysTableProps) {
  return (
    <Table caption="Keys" className="max-lg:scroll-hint">
      <TableHead>
        <Th>Name</Th>
        <Th>Source</Th>
        <Th>Scopes</Th>
        <Th>Pinned to</Th>
        <Th numeric>Limit</Th>
        <Th>Last used</Th>
        <Th>Expires</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.key_id} of={key} {...actions} />
        ))}
      </TableBody>
    </Table>
  );
}

function KeyRow({ of: key, onLimit, onRevoke }: Actions & { of: Key }) {
  const state = keyState(key, useNow());
  return (
    <Tr className={state === "live" ? undefined : "text-muted"}>
      <Td>
        <div className="font-medium">{key.name}</div>
        <code className="text-muted text-xs">{key.prefix}…</code>
      </Td>
      <Td>{key.source}</Td>
      <Td className="min-w-36">
        <div className="flex flex-wrap gap-1">
          {key.scopes.map((scope) => (
            <Badge key={scope} tone={scope === "admin" ? "warn" : "neutral"}>
              {scope}
            </Badge>
          ))}
        </div>
      </Td>
      <Td>
        <Pins of={key} />
      </Td>
      <Td numeric className="whitespace-nowrap">
        <Limit of={key} />
      </Td>
      <Td>
        {key.last_used_at ? (
          <Time iso={key.last_used_at} display="relative" />
        ) : (
          <span className="text-faint">never</span>
        )}
      </Td>
      <Td>
        <Expires of={key} state={state} />
      </Td>
      <Td className="text-right">
        {state === "live" && (
          <div className="flex justify-end gap-1">
            <Button size="sm" variant="quiet" onClick={() => onLimit(key)}>
              Limit<span className="sr-only"> {key.name}</span>
            </Button>
            <Button size="sm" variant="quiet" onClick={() => onRevoke(key)}>
              Revoke<span className="sr-only"> {key.name}</span>
            </Button>
          </div>
        )}
      </Td>
    </Tr>
  );
}

function Limit({ of: { items_per_minute } }: { of: Key }) {
  if (items_per_minute === null) return <span className="text-faint">default</span>;
  return (
    <>
      {items_per_minute.toLocaleString("en")} <span className="text-muted">/ min</span>
    </>
  );
}

function Pins({ of: { tenant, environment, service } }: { of: Key }) {
  const pins = [
    ["tenant", tenant],
    ["environment", environment],
    ["service", service],
  ].filter(([, value]) => value !== null);
  if (pins.length === 0) return <span className="text-faint">nothing</span>;
  return pins.map(([name, value]) => (
    <div key={name} className="whitespace-nowrap">
      <span className="text-muted">{name}</span> {value}
    </div>
  ));
}

function Expires({ of: key, state }: { of: Key; state: "live" | "expired" | "revoked" }) {
  if (key.revoked_at !== null)
    return (
      <span className="whitespace-nowrap">
        <Badge tone="danger">revoked</Badge> <Time iso={key.revoked_at} display="relative" />
      </span>
    );
  if (key.expires_at === null) return <span className="text-faint">never</span>;
  return (
    <span className="whitespace-nowrap">
      {state === "expired" && <Badge tone="danger">expired</Badge>}{" "}
      <Time iso={key.expires_at} display="relative" />
    </span>
  );
}
