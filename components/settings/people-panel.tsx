"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useOpen } from "@/components/ui/use-open";
import { describeError } from "@/lib/client/api-error";
import { peopleQuery } from "@/lib/client/people";
import type { InvitedPerson, Person } from "@/lib/contract/people";
import { DisableDialog } from "./disable-dialog";
import { InvitationDialog } from "./invitation-dialog";
import { PeopleTable } from "./people-table";
import { PersonDialog } from "./person-dialog";

/** What lies over the list. */
type Open =
  | { kind: "invite" }
  | { kind: "edit"; person: Person }
  | { kind: "disable"; person: Person }
  | { kind: "invited"; invited: InvitedPerson };

/** Who may come in, as what, and how far they see. */
export function PeoplePanel() {
  const people = useQuery(peopleQuery);
  const [open, setOpen] = useOpen<Open>();
  const close = () => setOpen(null);
  const invited = (answer: InvitedPerson) => setOpen({ kind: "invited", invited: answer });
  return (
    <Section
      className="border-t-0 pt-0"
      title="People"
      description="Roles add up; a confinement holds on every page and in every answer."
      actions={
        <Button variant="primary" onClick={() => setOpen({ kind: "invite" })}>
          <UserPlus aria-hidden />
          Invite
        </Button>
      }
    >
      {people.isError && (
        <ErrorState {...describeError(people.error)} onRetry={people.refetch} retrying={people.isFetching} />
      )}
      {people.isPending && <SkeletonRows rows={4} label="Loading people" />}
      {people.data?.items.length === 0 && (
        <EmptyState title="Nobody is inside your confinement" text="Invite somebody to work beside you." />
      )}
      {people.data && people.data.items.length > 0 && (
        <PeopleTable
          people={people.data.items}
          onEdit={(person) => setOpen({ kind: "edit", person })}
          onDisable={(person) => setOpen({ kind: "disable", person })}
          onInvited={invited}
        />
      )}
      {open?.kind === "invite" && <PersonDialog person={null} onInvited={invited} onClose={close} />}
      {open?.kind === "edit" && <PersonDialog person={open.person} onInvited={invited} onClose={close} />}
      {open?.kind === "disable" && <DisableDialog person={open.person} onClose={close} />}
      {open?.kind === "invited" && <InvitationDialog invited={open.invited} onClose={close} />}
    </Section>
  );
}
