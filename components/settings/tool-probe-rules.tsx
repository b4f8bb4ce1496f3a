import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Fieldset } from "@/components/ui/fieldset";
import { IconButton } from "@/components/ui/icon-button";
import { Input, Select } from "@/components/ui/input";
import type { ProbeComparison, ProbeEffect } from "@/domain/probe";
import type { ProbePartProps, RuleDraft } from "./tool-probe-draft";

const EFFECTS = [
  { value: "committed", label: "It is there" },
  { value: "absent", label: "It is not there" },
];

const COMPARISONS = [
  { value: "equals", label: "is" },
  { value: "one_of", label: "is one of" },
  { value: "exists", label: "is there" },
  { value: "missing", label: "is missing" },
];

const COLUMNS = "grid gap-2 sm:grid-cols-[9rem_6rem_minmax(0,1fr)_7.5rem_minmax(0,1fr)_2rem]";

/** What an answer means: the first rule that holds decides. */
export function ToolProbeRules({ draft, errors, onChange }: ProbePartProps) {
  const { rules } = draft;
  const set = (id: number, part: Partial<RuleDraft>) =>
    onChange({ rules: rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)) });
  const add = () => {
    const id = Math.max(-1, ...rules.map((rule) => rule.id)) + 1;
    const rule = { id, effect: "absent", statuses: "", path: "", comparison: "equals", values: "" } as const;
    onChange({ rules: [...rules, rule] });
  };
  return (
    <Fieldset
      label="What an answer means"
      hint="The first that holds decides; if none does, the answer says nothing. A path leads into the JSON, like data.0.status; without one the status alone decides."
      error={errors.rules}
    >
      {rules.length > 0 && (
        <div aria-hidden className={cn(COLUMNS, "pb-1 text-muted text-xs max-sm:hidden")}>
          <span>It means</span>
          <span>Status</span>
          <span>Path</span>
          <span>Comparison</span>
          <span>Value</span>
        </div>
      )}
      <ol className="flex flex-col gap-3 sm:gap-2">
        {rules.map((rule, index) => (
          <Rule
            key={rule.id}
            rule={rule}
            number={index + 1}
            onChange={(part) => set(rule.id, part)}
            onRemove={() => onChange({ rules: rules.filter(({ id }) => id !== rule.id) })}
          />
        ))}
      </ol>
      <Button size="sm" className="mt-2" onClick={add}>
        <Plus aria-hidden />
        Add a rule
      </Button>
    </Fieldset>
  );
}

type PartProps = { label: string; className?: string; children: ReactNode };

/** One field of a rule; where there is no room for a head of columns, its name stands above it. */
function Part({ label, className, children }: PartProps) {
  return (
    <div className={cn("min-w-0", className)}>
      <span aria-hidden className="block text-muted text-xs sm:hidden">
        {label}
      </span>
      {children}
    </div>
  );
}

type RuleProps = {
  rule: RuleDraft;
  number: number;
  onChange: (part: Partial<RuleDraft>) => void;
  onRemove: () => void;
};

function Rule({ rule, number, onChange, onRemove }: RuleProps) {
  const compares = rule.comparison === "equals" || rule.comparison === "one_of";
  return (
    <li className={cn(COLUMNS, "grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-center")}>
      <Part label="It means">
        <Select
          aria-label={`What rule ${number} means`}
          options={EFFECTS}
          value={rule.effect}
          onChange={(event) => onChange({ effect: event.target.value as ProbeEffect })}
        />
      </Part>
      <Part label="Status">
        <Input
          mono
          aria-label={`Statuses of rule ${number}`}
          placeholder="200, 201"
          value={rule.statuses}
          onChange={(event) => onChange({ statuses: event.target.value })}
        />
      </Part>
      <Part label="Path" className="max-sm:order-1 max-sm:col-span-2">
        <Input
          mono
          aria-label={`Path of rule ${number}`}
          placeholder="any body"
          value={rule.path}
          onChange={(event) => onChange({ path: event.target.value })}
        />
      </Part>
      {rule.path.trim() !== "" ? (
        <>
          <Part label="Comparison" className="max-sm:order-1 max-sm:col-start-1">
            <Select
              aria-label={`Comparison of rule ${number}`}
              options={COMPARISONS}
              value={rule.comparison}
              onChange={(event) => onChange({ comparison: event.target.value as ProbeComparison })}
            />
          </Part>
          {compares ? (
            <Part label="Value" className="max-sm:order-1">
              <Input
                mono
                aria-label={`Values of rule ${number}`}
                placeholder={rule.comparison === "equals" ? "succeeded" : "succeeded, paid"}
                value={rule.values}
                onChange={(event) => onChange({ values: event.target.value })}
              />
            </Part>
          ) : (
            <span className="max-sm:hidden" />
          )}
        </>
      ) : (
        <span className="max-sm:hidden sm:col-span-2" />
      )}
      <IconButton
        label={`Take rule ${number} out`}
        icon={<X />}
        className="max-sm:col-start-3 max-sm:row-start-1 max-sm:self-end"
        onClick={onRemove}
      />
    </li>
  );
}
