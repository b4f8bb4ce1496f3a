"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { Settings } from "@/domain/settings";
import { describeError } from "@/lib/client/api-error";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { changeSettings, settingsQuery } from "@/lib/client/settings";
import type { SettingsChange } from "@/lib/contract/settings";
import { aliasesOfLines, faultOfAliases, linesOfAliases } from "./class-aliases";
import { SettingsForm } from "./settings-form";
import { zoneOptions } from "./zones";

/** What the whole installation decides for itself. */
export function InstallationPanel({ zones }: { zones: readonly string[] }) {
  const settings = useQuery(settingsQuery);
  return (
    <Section
      className="border-t-0 pt-0"
      title="Installation"
      description="Holds for everybody who has not chosen otherwise."
    >
      {settings.isError && (
        <ErrorState
          {...describeError(settings.error)}
          onRetry={settings.refetch}
          retrying={settings.isFetching}
        />
      )}
      {settings.isPending && <SkeletonRows rows={3} label="Loading the settings" />}
      {settings.data && <InstallationForm settings={settings.data} zones={zones} />}
    </Section>
  );
}

type Draft = { zone: string; codes: string; aliases: string; target: string };

function draftOf(settings: Settings): Draft {
  return {
    zone: settings.time_zone,
    codes: settings.unmapped_codes.join("\n"),
    aliases: linesOfAliases(settings.class_aliases),
    target: String(Number((settings.unmapped_share_target * 100).toFixed(2))),
  };
}

/** `7,5` and `7.5` alike; null when it is no number from 0 to 100. */
function percentOf(text: string): number | null {
  const percent = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
  return percent >= 0 && percent <= 100 ? percent : null;
}

/** What was typed, as the wire wants it. */
function changeOf({ zone, codes, aliases }: Draft, percent: number): SettingsChange {
  return {
    time_zone: zone,
    unmapped_codes: codes.split(/[\s,]+/).filter((code) => code !== ""),
    class_aliases: aliasesOfLines(aliases),
    unmapped_share_target: percent / 100,
  };
}

const FIELDS = ["time_zone", "unmapped_codes", "class_aliases", "unmapped_share_target"];

function InstallationForm({ settings, zones }: { settings: Settings; zones: readonly string[] }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [faults, setFaults] = useState<FieldErrors>({});
  const client = useQueryClient();
  const router = useRouter();
  const save = useMutation({
    mutationFn: changeSettings,
    onSuccess: (changed) => {
      client.setQueryData(settingsQuery.queryKey, changed);
      setDraft(draftOf(changed));
      router.refresh();
      toast({ title: "The settings are saved", tone: "ok" });
    },
  });
  const errors = { ...fieldErrors(save.error), ...faults };
  const submit = () => {
    const percent = percentOf(draft.target);
    const line = faultOfAliases(draft.aliases);
    setFaults({
      ...(percent === null && { unmapped_share_target: "Write a number from 0 to 100." }),
      ...(line !== null && { class_aliases: line }),
    });
    if (percent !== null && line === null) save.mutate(changeOf(draft, percent));
  };
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <SettingsForm error={save.error} fields={FIELDS} faults={faults} onSubmit={submit} className="max-w-md">
      <Field label="Time zone" hint="Of stamps, axes and where a day begins." error={errors.time_zone}>
        <Select
          value={draft.zone}
          options={zoneOptions(zones, settings.time_zone)}
          onChange={(event) => change({ zone: event.target.value })}
        />
      </Field>
      <Field
        label="Unmapped codes"
        hint="One a line; internal_error always is. Decided when an event comes in: history does not move."
        error={errors.unmapped_codes}
      >
        <Textarea
          mono
          rows={3}
          spellCheck={false}
          value={draft.codes}
          onChange={(event) => change({ codes: event.target.value })}
        />
      </Field>
      <Field
        label="Class aliases"
        hint="What producers call a class, one a line: governance = authorization. Read in any case when an event comes in: history does not move."
        error={errors.class_aliases}
      >
        <Textarea
          mono
          rows={9}
          spellCheck={false}
          value={draft.aliases}
          onChange={(event) => change({ aliases: event.target.value })}
        />
      </Field>
      <Field
        label="Target of the unmapped share, in percent"
        hint="Drawn as a line where the share is drawn."
        error={errors.unmapped_share_target}
        className="sm:w-1/2"
      >
        <Input
          inputMode="decimal"
          value={draft.target}
          onChange={(event) => change({ target: event.target.value })}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </SettingsForm>
  );
}
