import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { type LintAsked, TOOL_KINDS, type ToolKind } from "@/lib/client/lint";
import { toolsQuery } from "@/lib/client/tools";

const KIND_LABELS: Record<ToolKind, string> = {
  declared: "As it is declared",
  reads: "It only reads",
  writes: "It writes",
};

type CallFieldsProps = {
  call: Omit<LintAsked, "result">;
  /** Whether the tool writes, as the linter judged it */
  writes: boolean | null | undefined;
  onChange: (change: Partial<Omit<LintAsked, "result">>) => void;
};

/** What is known of the call: it decides what may be repeated. */
export function CallFields({ call, writes, onChange }: CallFieldsProps) {
  const { data: tools } = useQuery(toolsQuery);
  const list = useId();
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <div className="min-w-0">
        <Field label="Tool" optional>
          <Input
            mono
            list={list}
            autoComplete="off"
            spellCheck={false}
            value={call.tool}
            onChange={(event) => onChange({ tool: event.target.value })}
          />
        </Field>
        <datalist id={list}>
          {tools?.items.map(({ tool }) => (
            <option key={tool} value={tool} />
          ))}
        </datalist>
      </div>
      <Field label="What it does" hint={call.kind === "declared" ? hintOf(writes) : undefined}>
        <Select
          value={call.kind}
          options={TOOL_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          onChange={(event) => onChange({ kind: event.target.value as ToolKind })}
        />
      </Field>
      <Field label="Idempotency key">
        <Select
          value={call.keyed}
          options={[
            { value: "no", label: "Only if it says one" },
            { value: "yes", label: "The call has one" },
          ]}
          onChange={(event) => onChange({ keyed: event.target.value === "yes" ? "yes" : "no" })}
        />
      </Field>
    </div>
  );
}

function hintOf(writes: boolean | null | undefined): string | undefined {
  if (writes === undefined) return undefined;
  if (writes === null) return "Nobody said whether it writes.";
  return writes ? "It is declared as one that writes." : "It is declared as one that only reads.";
}
