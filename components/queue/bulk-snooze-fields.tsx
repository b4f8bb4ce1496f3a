"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { serverNow } from "@/components/ui/server-clock";
import { useZone } from "@/components/ui/time";
import { fromLocalInput, toLocalInput } from "@/lib/client/time-range";
import type { Freeze } from "./use-freeze";

const HOUR_MS = 3_600_000;
const CHOICES = [1, 4, 12, 24];

/** One time for every case. Each case's own deadline decides whether it may sleep so long. */
export function SnoozeFields({ form, onWhole }: { form: string; onWhole: Freeze["run"] }) {
  const zone = useZone();
  const inHours = (hours: number) => new Date(serverNow() + hours * HOUR_MS).toISOString();
  const [until, setUntil] = useState<string | null>(() => inHours(1));
  const [tried, setTried] = useState(false);
  const problem = problemOf(until);
  return (
    <form
      id={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (until !== null && problem === null) onWhole({ kind: "snooze", until });
      }}
    >
      <Field
        label={`Until (${zone})`}
        hint="A case with an earlier deadline is left as it is: nothing sleeps past it."
        error={tried ? problem : null}
      >
        <Input
          type="datetime-local"
          value={until === null ? "" : toLocalInput(until, zone)}
          onChange={({ target }) => setUntil(fromLocalInput(target.value, zone))}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {CHOICES.map((hours) => (
          <Button key={hours} size="sm" onClick={() => setUntil(inHours(hours))}>
            {hours} h
          </Button>
        ))}
      </div>
    </form>
  );
}

function problemOf(until: string | null): string | null {
  if (until === null) return "Give a day and a time.";
  return Date.parse(until) > serverNow() ? null : "That has passed already.";
}
