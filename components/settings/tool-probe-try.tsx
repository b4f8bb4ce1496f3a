import { useMutation } from "@tanstack/react-query";
import { Radar } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import { KeyValues } from "@/components/ui/key-values";
import type { ProbeOutcome } from "@/domain/probe";
import { describeError } from "@/lib/client/api-error";
import { tryProbe } from "@/lib/client/probes";
import type { ProbeBody, TriedProbe } from "@/lib/contract/probes";

type ToolProbeTryProps = {
  tool: string;
  /** What the address wants filled in */
  names: readonly string[];
  /** The draft as it would be sent; null when something is wrong with it, which is shown then */
  read: () => ProbeBody | null;
};

/** Asks with what is typed, and shows what came back. Nothing is attached to any case. */
export function ToolProbeTry({ tool, names, read }: ToolProbeTryProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const trying = useMutation({
    mutationFn: (probe: ProbeBody) => {
      const filled = Object.entries(values).filter(([name, value]) => names.includes(name) && value !== "");
      return tryProbe(tool, { probe, values: Object.fromEntries(filled) });
    },
  });
  const ask = () => {
    const probe = read();
    if (probe !== null) trying.mutate(probe);
  };
  return (
    <Fieldset label="Try it" hint="Asks with what is typed above. Nothing is attached to any case.">
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          {names
            .filter((name) => name !== "tool")
            .map((name) => (
              <Field key={name} label={<code>{name}</code>}>
                <Input
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  value={values[name] ?? ""}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                />
              </Field>
            ))}
        </div>
        <Button className="self-start" busy={trying.isPending} onClick={ask}>
          <Radar aria-hidden />
          {trying.isPending ? "Asking …" : "Ask"}
        </Button>
        <div aria-live="polite">
          {trying.isError && <ErrorState title="It was not asked" {...describeError(trying.error)} />}
          {trying.data && <Tried key={trying.submittedAt} tried={trying.data} />}
        </div>
      </div>
    </Fieldset>
  );
}

const WORDS: Readonly<Record<ProbeOutcome, { label: string; tone: "ok" | "accent" | "warn" | "danger" }>> = {
  committed: { label: "It is there", tone: "ok" },
  absent: { label: "It is not there", tone: "accent" },
  inconclusive: { label: "Says nothing", tone: "warn" },
  failed: { label: "No answer", tone: "danger" },
};

function Tried({ tried }: { tried: TriedProbe }) {
  const box = useRef<HTMLDivElement>(null);
  // It comes below the fold of the dialog, where nobody would see that there was an answer.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  const { label, tone } = WORDS[tried.outcome];
  const status = tried.status === null ? null : `${tried.status}, after ${tried.duration_ms} ms`;
  return (
    <div ref={box} className="flex flex-col gap-2 rounded-md border p-3">
      <KeyValues
        items={[
          { key: "Outcome", value: <Badge tone={tone}>{label}</Badge> },
          { key: "Rule", value: tried.rule === null ? null : `${tried.rule + 1} holds` },
          { key: "Why", value: tried.error && `${tried.error.message} (${tried.error.code})` },
          { key: "Status", value: status },
          { key: "Found", value: tried.found, mono: true },
          { key: "Asked", value: tried.url, mono: true },
        ]}
      />
      {tried.excerpt !== null && <CodeBlock wrap code={tried.excerpt} label="beginning of the answer" />}
    </div>
  );
}
