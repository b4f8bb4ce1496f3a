import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import type { ScrubRule } from "@/domain/settings";
import { NEW_RULE, withRule } from "./scrub-draft";

type ScrubRulesProps = {
  rules: readonly ScrubRule[];
  error?: string | undefined;
  onChange: (rules: ScrubRule[]) => void;
};

/** The installation's own rules, one a row: name, pattern, and what stands in the place of what it finds. */
export function ScrubRules({ rules, error, onChange }: ScrubRulesProps) {
  return (
    <Fieldset
      label="Rules of your own"
      hint="Name, pattern and what is written instead. Patterns are in RE2’s syntax; (?i) ignores case."
      error={error}
    >
      <div className="flex flex-col gap-2">
        {rules.map((rule, at) => (
          <Row
            key={at}
            rule={rule}
            number={at + 1}
            onChange={(changed) => onChange(withRule(rules, at, changed))}
          />
        ))}
        <Button className="self-start" onClick={() => onChange([...rules, NEW_RULE])}>
          <Plus aria-hidden />
          Add a rule
        </Button>
      </div>
    </Fieldset>
  );
}

type RowProps = { rule: ScrubRule; number: number; onChange: (rule: ScrubRule | null) => void };

function Row({ rule, number, onChange }: RowProps) {
  const field = (part: keyof ScrubRule, label: string, placeholder: string) => (
    <Input
      mono
      autoComplete="off"
      spellCheck={false}
      aria-label={`${label} of rule ${number}`}
      placeholder={placeholder}
      value={rule[part]}
      onChange={(event) => onChange({ ...rule, [part]: event.target.value })}
    />
  );
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2 sm:grid-cols-[1fr_2fr_1fr_auto]">
      <div>{field("name", "Name", "customer_number")}</div>
      <div className="max-sm:order-3 max-sm:col-span-2">{field("pattern", "Pattern", "CUST-[0-9]{6}")}</div>
      <div className="max-sm:order-4 max-sm:col-span-2">{field("label", "Replacement", "[customer]")}</div>
      <Button aria-label={`Take rule ${number} away`} variant="quiet" onClick={() => onChange(null)}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
