import { Fieldset } from "@/components/ui/fieldset";
import { Segmented } from "@/components/ui/segmented";
import type { ToolPartProps } from "./tool-draft";

/** Whether the tool changes anything outside; only "only reads" takes its failures out of doubt. */
export function ToolEffects({ draft, errors, onChange }: ToolPartProps) {
  return (
    <Fieldset
      label="Reads or writes"
      hint="Say “only reads” only of a tool whose repeat can never cost anything: then a lost answer is no reason for doubt."
      error={errors.writes}
    >
      <Segmented
        label="Reads or writes"
        value={draft.effects}
        onChange={(effects) => onChange({ effects })}
        options={[
          { value: "unsaid", label: "Not said" },
          { value: "writes", label: "Writes" },
          { value: "reads", label: "Only reads" },
        ]}
      />
    </Fieldset>
  );
}
