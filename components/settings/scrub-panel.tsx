"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckRow } from "@/components/ui/check-row";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Select } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { SENTRY_KEEPS, type SentryKeep } from "@/domain/sentry/sentry-keeps";
import type { Settings } from "@/domain/settings";
import { describeError } from "@/lib/client/api-error";
import { fieldErrors } from "@/lib/client/field-errors";
import { changeSettings, settingsQuery } from "@/lib/client/settings";
import { CheckGrid } from "./check-grid";
import { KEEPS_IN_WORDS, type ScrubSettings, scrubDraftOf, writtenRules } from "./scrub-draft";
import { ScrubRules } from "./scrub-rules";
import { ScrubTry } from "./scrub-try";
import { SettingsForm } from "./settings-form";

/** What is hidden of everything that comes in, before it is stored. */
export function ScrubPanel() {
  const settings = useQuery(settingsQuery);
  return (
    <Section
      className="border-t-0 pt-0"
      title="Scrubbing"
      description="Before anything is stored, credentials are hidden: passwords, keys, tokens, cookies, private keys, users in addresses. References, codes, ids and plain long numbers are never touched. What comes in from now on is scrubbed by what you save here."
    >
      {settings.isError && (
        <ErrorState
          {...describeError(settings.error)}
          onRetry={settings.refetch}
          retrying={settings.isFetching}
        />
      )}
      {settings.isPending && <SkeletonRows rows={4} label="Loading the rules" />}
      {settings.data && <ScrubForm settings={settings.data} />}
    </Section>
  );
}

const CARDS = [
  { value: "kept", label: "Keep them" },
  { value: "marked", label: "Hide them where grouped as on a card, or said to be one" },
  { value: "all", label: "Hide plain numbers of sixteen digits too, where issuer and check digit fit" },
];

function ScrubForm({ settings }: { settings: Settings }) {
  const [draft, setDraft] = useState(() => scrubDraftOf(settings));
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: changeSettings,
    onSuccess: (changed) => {
      client.setQueryData(settingsQuery.queryKey, changed);
      setDraft(scrubDraftOf(changed));
      toast({ title: "The rules are saved", tone: "ok" });
    },
  });
  const change = (part: Partial<ScrubSettings>) => setDraft({ ...draft, ...part });
  const written = { ...draft, scrub_rules: writtenRules(draft.scrub_rules) };
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <SettingsForm error={save.error} fields={["scrub_rules"]} onSubmit={() => save.mutate(written)}>
        <CheckRow
          label="Hide e-mail addresses"
          checked={draft.scrub_email_addresses}
          onChange={(scrub_email_addresses) => change({ scrub_email_addresses })}
        />
        <Field label="Card numbers">
          <Select
            value={draft.scrub_card_numbers}
            options={CARDS}
            onChange={(event) =>
              change({ scrub_card_numbers: event.target.value as ScrubSettings["scrub_card_numbers"] })
            }
          />
        </Field>
        <ScrubRules
          rules={draft.scrub_rules}
          error={fieldErrors(save.error).scrub_rules}
          onChange={(scrub_rules) => change({ scrub_rules })}
        />
        <KeptOfSentry keeps={draft.sentry_keeps} onChange={(sentry_keeps) => change({ sentry_keeps })} />
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </SettingsForm>
      <ScrubTry rules={written} />
    </div>
  );
}

/** Unticked is dropped before anything is stored; ticked is scrubbed, and kept in the context of the frames. */
function KeptOfSentry({ keeps, onChange }: { keeps: SentryKeep[]; onChange: (keeps: SentryKeep[]) => void }) {
  return (
    <Fieldset
      label="Keep of events from Sentry’s SDKs"
      hint="Dropped unless ticked. Exceptions, tags, extra and contexts of your own are kept in any case."
    >
      <CheckGrid options={SENTRY_KEEPS} words={KEEPS_IN_WORDS} chosen={keeps} onChange={onChange} />
    </Fieldset>
  );
}
