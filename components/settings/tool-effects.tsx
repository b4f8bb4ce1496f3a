import { CheckRow } from "@/components/ui/check-row";
import { Fieldset } from "@/components/ui/fieldset";
import { Segmented } from "@/components/ui/segmented";
import type { ToolPartProps } from "./tool-draft";

/** Whether the tool changes anything outside; only "only reads" takes its failures out of doubt. */
export function ToolEffects({ draft, errors, onChange }: ToolPartProps) {
  return (
    <div className="flex flex-col gap-2">
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
      {draft.effects === "writes" && (
        <CheckRow
          className="-mx-2"
          label="Its silence is doubt"
          description="A failure that nobody mapped and that does not say what became of the effect opens a case, marked as inferred."
          checked={draft.infers_unknown}
          onChange={(infers_unknown) => onChange({ infers_unknown })}
        />
      )}
    </div>
  );
}
