import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { IconButton } from "@/components/ui/icon-button";
import { Input, Textarea } from "@/components/ui/input";
import type { LinkDraft, ToolPartProps } from "./tool-draft";

/** Where a reconciler looks: owner, runbook, and links into the outside system. */
export function ToolWhere(props: ToolPartProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <Field label="Owner" optional hint="The team to ask." error={errors.owner} className="sm:w-1/2">
        <Input value={draft.owner} onChange={(event) => onChange({ owner: event.target.value })} />
      </Field>
      <Field
        label="Runbook"
        optional
        hint="Markdown: where to look, and what each finding means."
        error={errors.runbook}
      >
        <Textarea
          mono
          rows={4}
          value={draft.runbook}
          onChange={(event) => onChange({ runbook: event.target.value })}
        />
      </Field>
      <Links {...props} />
    </>
  );
}

function Links({ draft, errors, onChange }: ToolPartProps) {
  const { links } = draft;
  const set = (id: number, part: Partial<LinkDraft>) =>
    onChange({ links: links.map((link) => (link.id === id ? { ...link, ...part } : link)) });
  const add = () => {
    const id = Math.max(-1, ...links.map((link) => link.id)) + 1;
    onChange({ links: [...links, { id, label: "", url: "" }] });
  };
  return (
    <Fieldset
      label="Links"
      hint="Filled in on each case: {idempotency_key}, {reference}, {tenant}, {run_id} … The host must stand there as it is."
      error={errors.link_templates}
    >
      <ul className="flex flex-col gap-2">
        {links.map((link, index) => (
          <li key={link.id} className="flex flex-wrap gap-2 sm:flex-nowrap">
            <Input
              aria-label={`Name of link ${index + 1}`}
              placeholder="Provider"
              className="sm:w-48"
              value={link.label}
              onChange={(event) => set(link.id, { label: event.target.value })}
            />
            <span className="flex min-w-0 flex-1 gap-1 max-sm:basis-full">
              <Input
                mono
                aria-label={`Address of link ${index + 1}`}
                placeholder="https://provider.example/search?key={idempotency_key}"
                value={link.url}
                onChange={(event) => set(link.id, { url: event.target.value })}
              />
              <IconButton
                label={`Take link ${index + 1} out`}
                icon={<X />}
                onClick={() => onChange({ links: links.filter(({ id }) => id !== link.id) })}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-2" onClick={add}>
        <Plus aria-hidden />
        Add a link
      </Button>
    </Fieldset>
  );
}
