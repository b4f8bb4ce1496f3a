import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { HeaderDraft, ProbePartProps } from "./tool-probe-draft";

/** What is asked: the address, the headers, and the secret that goes into one of them. */
export function ToolProbeRequest({ hasSecret, ...props }: ProbePartProps & { hasSecret: boolean }) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <Field
        label="Address"
        hint="Asked by GET; no redirect is followed. By {idempotency_key} one question is enough. By {reference}, {run_id}, {call_id} or {attr.order_id}, from the call’s attributes, each attempt in doubt is asked about. The host must stand there as it is."
        error={errors.url}
      >
        <Input
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="https://api.provider.example/v1/refunds?key={idempotency_key}"
          value={draft.url}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </Field>
      <Headers {...props} />
      <Secret {...props} hasSecret={hasSecret} />
    </>
  );
}

function Headers({ draft, errors, onChange }: ProbePartProps) {
  const { headers } = draft;
  const set = (id: number, part: Partial<HeaderDraft>) =>
    onChange({ headers: headers.map((header) => (header.id === id ? { ...header, ...part } : header)) });
  const add = () => {
    const id = Math.max(-1, ...headers.map((header) => header.id)) + 1;
    const first =
      headers.length === 0 ? { name: "Authorization", value: "Bearer {secret}" } : { name: "", value: "" };
    onChange({ headers: [...headers, { id, ...first }] });
  };
  return (
    <Fieldset label="Headers" hint="Write {secret} where the secret belongs." error={errors.headers}>
      <ul className="flex flex-col gap-2">
        {headers.map((header, index) => (
          <li key={header.id} className="flex flex-wrap gap-2 sm:flex-nowrap">
            <Input
              mono
              aria-label={`Name of header ${index + 1}`}
              placeholder="Authorization"
              className="sm:w-48"
              value={header.name}
              onChange={(event) => set(header.id, { name: event.target.value })}
            />
            <span className="flex min-w-0 flex-1 gap-1 max-sm:basis-full">
              <Input
                mono
                aria-label={`Value of header ${index + 1}`}
                placeholder="Bearer {secret}"
                value={header.value}
                onChange={(event) => set(header.id, { value: event.target.value })}
              />
              <IconButton
                label={`Take header ${index + 1} out`}
                icon={<X />}
                onClick={() => onChange({ headers: headers.filter(({ id }) => id !== header.id) })}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-2" onClick={add}>
        <Plus aria-hidden />
        Add a header
      </Button>
    </Fieldset>
  );
}

/** Write-only: it can be set, replaced and removed, and nobody reads it again. */
function Secret({ draft, errors, onChange, hasSecret }: ProbePartProps & { hasSecret: boolean }) {
  const { secret } = draft;
  const keep = () => onChange({ secret: { change: "keep" } });
  const set = (text: string) => onChange({ secret: { change: "set", text } });
  return (
    <Fieldset
      label="Secret"
      hint="Encrypted, sent only to this host, and never shown again."
      error={errors.secret}
    >
      <div className="flex flex-wrap items-center gap-2">
        {secret.change === "set" && (
          <Input
            mono
            type="password"
            aria-label="Secret"
            autoComplete="off"
            className="sm:w-80"
            value={secret.text}
            onChange={(event) => set(event.target.value)}
          />
        )}
        {secret.change === "keep" && (
          <span className="text-sm">
            {hasSecret ? "One is stored." : <span className="text-muted">None.</span>}
          </span>
        )}
        {secret.change === "remove" && <span className="text-sm text-warn">Removed when you save.</span>}
        {secret.change !== "set" && (
          <Button size="sm" onClick={() => set("")}>
            {hasSecret ? "Replace" : "Set a secret"}
          </Button>
        )}
        {secret.change === "keep" && hasSecret && (
          <Button size="sm" variant="quiet" onClick={() => onChange({ secret: { change: "remove" } })}>
            Remove
          </Button>
        )}
        {secret.change !== "keep" && (
          <Button size="sm" variant="quiet" onClick={keep}>
            {hasSecret ? "Keep the stored one" : "Set none"}
          </Button>
        )}
      </div>
    </Fieldset>
  );
}
