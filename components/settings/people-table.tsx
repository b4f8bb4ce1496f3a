"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, Ellipsis, Link2, Pencil, RotateCcw } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { changePerson, peopleQuery, reinvitePerson } from "@/lib/client/people";
import { useSession } from "@/lib/client/session";
import type { InvitedPerson, Person } from "@/lib/contract/people";
import { confinementWords, ROLE_WORDS } from "./words";

type PeopleTableProps = {
  people: readonly Person[];
  onEdit: (person: Person) => void;
  onDisable: (person: Person) => void;
  onInvited: (invited: InvitedPerson) => void;
};

/** Everybody, with what they are and what can be done about it. */
export function PeopleTable({ people, ...actions }: PeopleTableProps) {
  return (
    <Table caption="People" className="max-lg:scroll-hint">
      <TableHead>
        <Th>Name</Th>
        <Th>Roles</Th>
        <Th>Sees</Th>
        <Th>State</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </TableHead>
      <TableBody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} {...actions} />
        ))}
      </TableBody>
    </Table>
  );
}

function PersonRow({
  person,
  onEdit,
  onDisable,
  onInvited,
}: { person: Person } & Omit<PeopleTableProps, "people">) {
  const own = useSession().id === person.id;
  return (
    <Tr>
      <Td>
        <button
          type="button"
          onClick={() => onEdit(person)}
          className="text-left font-medium underline-offset-2 hover:underline"
        >
          {person.name}
        </button>
        {own && <span className="text-faint"> (you)</span>}
        <div className="text-muted text-xs">{person.email}</div>
      </Td>
      <Td>
        <div className="flex flex-wrap gap-1">
          {person.roles.map((role) => (
            <Badge key={role}>{ROLE_WORDS[role].label}</Badge>
          ))}
          {person.roles.length === 0 && <span className="text-faint">no role yet</span>}
        </div>
      </Td>
      <Td className="max-w-72">
        <Sees person={person} />
      </Td>
      <Td>
        <PersonState person={person} />
      </Td>
      <Td className="w-8 text-right">
        <PersonMenu person={person} onEdit={onEdit} onDisable={onDisable} onInvited={onInvited} />
      </Td>
    </Tr>
  );
}

function PersonState({ person }: { person: Person }) {
  if (person.disabled_at !== null)
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone="danger">disabled</Badge>
        <span className="text-faint text-xs">
          <Time iso={person.disabled_at} display="relative" />
        </span>
      </span>
    );
  if (person.accepted) return <Badge tone="ok">active</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone="warn">invited</Badge>
      <span className="text-faint text-xs">
        <Time iso={person.created_at} display="relative" />
      </span>
    </span>
  );
}

function PersonMenu({
  person,
  onEdit,
  onDisable,
  onInvited,
}: { person: Person } & Omit<PeopleTableProps, "people">) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: peopleQuery.queryKey });
  const fail = (error: unknown) => toast({ title: describeError(error).message, tone: "danger" });
  const reinvite = useMutation({
    mutationFn: () => reinvitePerson(person.id),
    onSuccess: onInvited,
    onError: fail,
  });
  const enable = useMutation({
    mutationFn: () => changePerson(person.id, { disabled: false }),
    onSuccess: () => toast({ title: `${person.name} may sign in again`, tone: "ok" }),
    onError: fail,
    onSettled: refresh,
  });
  const label = `Actions for ${person.name}`;
  return (
    <Menu align="end" trigger={<IconButton label={label} icon={<Ellipsis />} size="sm" />}>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(person)}>
        Roles and confinement
      </MenuItem>
      {person.disabled_at === null ? (
        <>
          <MenuItem icon={<Link2 aria-hidden />} onSelect={() => reinvite.mutate()}>
            {person.accepted ? "Link to set a new password" : "New invitation link"}
          </MenuItem>
          <MenuItem icon={<Ban aria-hidden />} onSelect={() => onDisable(person)}>
            Disable
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => enable.mutate()}>
          Enable again
        </MenuItem>
      )}
    </Menu>
  );
}

function Sees({ person }: { person: Person }) {
  const confined = confinementWords(person);
  if (person.roles.length > 0 && confined !== null) return confined;
  return <span className="text-faint">{person.roles.length === 0 ? "nothing" : "everything"}</span>;
}
