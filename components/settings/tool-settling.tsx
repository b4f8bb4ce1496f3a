import { CheckRow } from "@/components/ui/check-row";
import { Fieldset } from "@/components/ui/fieldset";
import { Segmented } from "@/components/ui/segmented";
import type { ToolPartProps } from "./tool-draft";

/** Who gives the verdict: two people, one, or what a machine saw. */
export function ToolSettling({ draft, errors, onChange }: ToolPartProps) {
  return (
    <div className="flex flex-col gap-4">
      <CheckRow
        className="-mx-2"
        label="A second person must agree"
        description="A verdict is then a proposal until somebody else approves it; the runtime waits on."
        checked={draft.needs_second_person}
        onChange={(needs_second_person) => onChange({ needs_second_person })}
      />
      <Fieldset
        label="Settles by itself"
        hint={
          draft.needs_second_person
            ? "Never, as long as a second person must agree."
            : "What a machine reports, or a probe sees, may give the verdict where nobody holds the case and nothing speaks against it. An absence counts only once nothing can land any more, or while the key protects."
        }
        error={errors.settles_automatically}
      >
        {!draft.needs_second_person && (
          <Segmented
            label="Settles by itself"
            value={draft.settles_automatically}
            onChange={(settles_automatically) => onChange({ settles_automatically })}
            options={[
              { value: "never", label: "Never" },
              { value: "committed", label: "When it is there" },
              { value: "committed_or_absent", label: "There or not" },
            ]}
          />
        )}
      </Fieldset>
    </div>
  );
}
