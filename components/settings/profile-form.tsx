"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { fieldErrors } from "@/lib/client/field-errors";
import { changeProfile, profileQuery } from "@/lib/client/profile";
import type { Person } from "@/lib/contract/people";
import { SettingsForm } from "./settings-form";
import { zoneOptions } from "./zones";

type ProfileFormProps = { person: Person; zones: readonly string[]; installationZone: string };

/** The own name and the zone all times are written in. */
export function ProfileForm({ person, zones, installationZone }: ProfileFormProps) {
  const [name, setName] = useState(person.name);
  const [zone, setZone] = useState(person.time_zone ?? "");
  const client = useQueryClient();
  const router = useRouter();
  const save = useMutation({
    mutationFn: () => changeProfile({ name, time_zone: zone === "" ? null : zone }),
    onSuccess: (changed) => {
      client.setQueryData(profileQuery.queryKey, changed);
      // The frame around the page knows name and zone from the server.
      router.refresh();
      toast({ title: "Your profile is saved", tone: "ok" });
    },
  });
  const errors = fieldErrors(save.error);
  const unchanged = name === person.name && zone === (person.time_zone ?? "");
  return (
    <SettingsForm
      error={save.error}
      fields={["name", "time_zone"]}
      onSubmit={() => save.mutate()}
      className="max-w-md"
    >
      <Field label="Name" hint="Shown beside what you claim, settle and change." error={errors.name}>
        <Input value={name} autoComplete="name" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Time zone" hint="Of all stamps and axes you see." error={errors.time_zone}>
        <Select
          value={zone}
          placeholder={`As the installation (${installationZone})`}
          options={zoneOptions(zones, person.time_zone ?? "")}
          onChange={(event) => setZone(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={unchanged}>
          Save
        </Button>
      </div>
    </SettingsForm>
  );
}
