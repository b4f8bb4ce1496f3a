"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { User, UserCheck, UserX } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { assignCase, assigneesQuery, unassignCase } from "@/lib/client/cases";
import { useSession } from "@/lib/client/session";
import type { Assignee } from "@/lib/contract/case-work";
import type { CaseDetail } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";

type AssignDialogProps = { of: CaseDetail; onClose: () => void };

/** Asks somebody to see to the case; it says nothing about who holds it. */
export function AssignDialog({ of, onClose }: AssignDialogProps) {
  return (
    <Dialog open size="sm" title="Assign this case" hideTitle onOpenChange={(open) => !open && onClose()}>
      <People of={of} onClose={onClose} />
    </Dialog>
  );
}

function People({ of, onClose }: AssignDialogProps) {
  const { id } = useSession();
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const people = useQuery({ ...assigneesQuery(of.case_id, q), placeholderData: keepPreviousData });
  const { run, error } = useCaseWrite(
    (to: Assignee | null) => (to === null ? unassignCase(of.case_id) : assignCase(of.case_id, to.person_id)),
    ({ assigned_to }) => {
      toast({
        title: assigned_to === null ? "Assigned to nobody" : `Assigned to ${assigned_to}`,
        tone: "ok",
      });
      onClose();
    },
  );
  const others = (people.data ?? []).filter(({ person_id }) => person_id !== id);
  const me = (people.data ?? []).find(({ person_id }) => person_id === id);
  return (
    <Command
      label="People who may work on this case"
      shouldFilter={false}
      loop
      className="flex min-h-0 flex-col"
    >
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Assign to …"
        className="h-12 border-b bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="min-h-0 overflow-y-auto p-1">
        {of.assigned_to !== null && q === "" && (
          <Person icon={<UserX />} value="nobody" onSelect={() => run(null)}>
            Nobody <span className="text-faint">(now {of.assigned_to})</span>
          </Person>
        )}
        {me && (
          <Person icon={<UserCheck />} value={me.person_id} onSelect={() => run(me)}>
            {me.name} <span className="text-faint">(you)</span>
          </Person>
        )}
        {others.map((person) => (
          <Person
            key={person.person_id}
            icon={<User />}
            value={person.person_id}
            onSelect={() => run(person)}
          >
            {person.name}
          </Person>
        ))}
        {people.data?.length === 0 && (
          <p className="px-3 py-2 text-muted text-sm">Nobody of that name may work on this case.</p>
        )}
      </Command.List>
      <div className="p-2 empty:hidden">
        {people.error && (
          <ErrorState {...describeError(people.error)} onRetry={() => void people.refetch()} />
        )}
        <RefusalNote error={error} />
      </div>
    </Command>
  );
}

type PersonProps = { icon: ReactNode; value: string; onSelect: () => void; children: ReactNode };

function Person({ icon, value, onSelect, children }: PersonProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-3 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </Command.Item>
  );
}
