"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckRow } from "@/components/ui/check-row";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { ROLES, type Role } from "@/domain/permissions";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { changePerson, invitePerson, peopleQuery } from "@/lib/client/people";
import type { InvitedPerson, Person } from "@/lib/contract/people";
import { Confinement, type ConfinementDraft } from "./confinement";
import { SettingsForm } from "./settings-form";
import { ROLE_WORDS } from "./words";

const FIELDS = ["name", "email", "roles", "tenants", "environments", "services"];

type Draft = ConfinementDraft & { name: string; email: string; roles: readonly Role[] };

function draftOf(person: Person | null): Draft {
  if (person === null) return { name: "", email: "", roles: [], tenants: [], environments: [], services: [] };
  const { name, email, roles, tenants, environments, services } = person;
  return {
    name,
    email,
    roles,
    tenants: tenants ?? [],
    environments: environments ?? [],
    services: services ?? [],
  };
}

/** An empty list means "not confined"; on the wire that is null. */
function confinedTo(values: readonly string[]): string[] | null {
  return values.length === 0 ? null : [...values];
}

function wireOf(draft: Draft) {
  return {
    name: draft.name,
    roles: [...draft.roles],
    tenants: confinedTo(draft.tenants),
    environments: confinedTo(draft.environments),
    services: confinedTo(draft.services),
  };
}

type PersonDialogProps = {
  /** Null: somebody new */
  person: Person | null;
  onInvited: (invited: InvitedPerson) => void;
  onClose: () => void;
};

/** Invites somebody, or changes what they are and how far they see. */
export function PersonDialog({ person, onInvited, onClose }: PersonDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(person));
  const form = useId();
  const save = useSave(draft, person, onInvited, onClose);
  const errors = fieldErrors(save.error);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title={person ? person.name : "Invite somebody"}
      description={person?.email ?? "You get a link that works once, to hand over by a way you trust."}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            {person ? "Save" : "Make the link"}
          </Button>
        </>
      }
    >
      <SettingsForm id={form} error={save.error} fields={FIELDS} onSubmit={() => save.mutate()}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={errors.name}>
            <Input
              autoFocus
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          {person === null && (
            <Field label="E-mail address" error={errors.email}>
              <Input
                type="email"
                autoComplete="off"
                value={draft.email}
                onChange={(event) => change({ email: event.target.value })}
              />
            </Field>
          )}
        </div>
        <Roles chosen={draft.roles} errors={errors} onChange={(roles) => change({ roles })} />
        <Confinement draft={draft} errors={errors} onChange={change} />
      </SettingsForm>
    </Dialog>
  );
}

function useSave(
  draft: Draft,
  person: Person | null,
  onInvited: (invited: InvitedPerson) => void,
  onClose: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<InvitedPerson | null> => {
      if (person === null) return invitePerson({ ...wireOf(draft), email: draft.email });
      await changePerson(person.id, wireOf(draft));
      return null;
    },
    onSuccess: (invited) => {
      client.invalidateQueries({ queryKey: peopleQuery.queryKey });
      if (invited !== null) return onInvited(invited);
      toast({ title: `${draft.name} is saved`, tone: "ok" });
      onClose();
    },
  });
}

type RolesProps = {
  chosen: readonly Role[];
  errors: FieldErrors;
  onChange: (roles: readonly Role[]) => void;
};

function Roles({ chosen, errors, onChange }: RolesProps) {
  return (
    <Fieldset
      label="Roles"
      hint="They add up: an engineer who also reconciles has both."
      error={errors.roles}
    >
      <div className="-mx-2 grid sm:grid-cols-2">
        {ROLES.map((role) => (
          <CheckRow
            key={role}
            label={ROLE_WORDS[role].label}
            description={ROLE_WORDS[role].may}
            checked={chosen.includes(role)}
            onChange={(on) => onChange(ROLES.filter((each) => (each === role ? on : chosen.includes(each))))}
          />
        ))}
      </div>
    </Fieldset>
  );
}
