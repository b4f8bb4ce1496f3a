"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { retentionQuery } from "@/lib/client/retention";
import { changeSettings, settingsQuery } from "@/lib/client/settings";
import type { Retention } from "@/lib/contract/retention";
import { RetentionDialog } from "./retention-dialog";
import { daysOf } from "./retention-words";
import { SettingsForm } from "./settings-form";

/** Changes how long things are kept; what that drops is said before it is saved. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const [typed, setTyped] = useState(String(retention.retention_days));
  const [faults, setFaults] = useState<FieldErrors>({});
  const [asked, setAsked] = useState<number | null>(null);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (retention_days: number) => changeSettings({ retention_days }),
    onSuccess: (changed) => {
      client.setQueryData(settingsQuery.queryKey, changed);
      setAsked(null);
      setTyped(String(changed.retention_days));
      toast({ title: `Kept for ${changed.retention_days} days`, tone: "ok" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: retentionQuery.queryKey }),
  });
  const submit = () => {
    const days = daysOf(typed);
    setFaults(days === null ? { retention_days: "Write a whole number of days from 1 to 3650." } : {});
    if (days !== null) setAsked(days);
  };
  const error = faults.retention_days ?? fieldErrors(save.error).retention_days;
  return (
    <SettingsForm
      className="max-w-md"
      error={asked === null ? save.error : null}
      fields={["retention_days"]}
      faults={faults}
      onSubmit={submit}
    >
      <Field
        label="Days that events and frames are kept"
        hint={`Whole partitions of ${retention.partition_days === 1 ? "a day" : `${retention.partition_days} days`} go once all of it is older. ${retention.default_days} by ERRATA_RETENTION_DAYS.`}
        error={error}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="sm:w-1/3"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Notes retention={retention} />
      <div>
        <Button type="submit" variant="primary" disabled={typed.trim() === String(retention.retention_days)}>
          Change…
        </Button>
      </div>
      {asked !== null && (
        <RetentionDialog
          days={asked}
          current={retention.retention_days}
          busy={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </SettingsForm>
  );
}

function Notes({ retention }: { retention: Retention }) {
  const { rests_until, accepted_days, retention_days } = retention;
  return (
    <>
      {rests_until !== null && (
        <p className="text-sm text-warn" role="status">
          It was changed a moment ago: nothing is dropped before <Time iso={rests_until} />. Until then it can
          be changed back without loss.
        </p>
      )}
      {accepted_days < retention_days && (
        <p className="text-muted text-sm">
          What comes in may be {accepted_days} days old at most: what is older was dropped, and counted
          before. That grows by a day each day.
        </p>
      )}
    </>
  );
}
