import { TriangleAlert } from "lucide-react";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import type { ToolPartProps } from "./tool-draft";

const TIMES = [
  {
    name: "in_flight",
    wire: "in_flight_seconds",
    label: "In flight up to",
    hint: "The longest that a request may still land after its caller gave up. Ask the provider; when in doubt, longer.",
  },
  {
    name: "key_life",
    wire: "key_life_seconds",
    label: "Key protects for",
    hint: "How long the outside system answers a repeat of the same idempotency key by the first result.",
  },
  {
    name: "sla",
    wire: "sla_seconds",
    label: "Settle within",
    hint: "The deadline of a case that no key’s end sets.",
  },
  {
    name: "remind",
    wire: "remind_seconds",
    label: "Remind before",
    hint: "How long before a deadline those who watch the case, or have it, are told. 0 s: not at all.",
  },
] as const;

/** The times that verdicts and deadlines depend on, as people write them, and what a wrong one costs. */
export function ToolTimes({ draft, errors, onChange }: ToolPartProps) {
  return (
    <Fieldset label="Times" hint="Written as 90 s, 15 min, 24 h, 7 d or 1 h 30 min.">
      <div className="grid gap-4 sm:grid-cols-2">
        {TIMES.map(({ name, wire, label, hint }) => (
          <Field key={name} label={label} hint={hint} error={errors[wire]}>
            <Input
              autoComplete="off"
              value={draft[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <p className="mt-3 flex items-start gap-2 rounded-md bg-warn-soft p-2 text-sm text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          A verdict <strong className="font-semibold">absent</strong> before the end of “in flight” pays
          twice: the runtime repeats, and then the first request lands. Until that end it is refused, so too
          short a time is the dangerous mistake here, and too long only makes people wait.
        </span>
      </p>
    </Fieldset>
  );
}
