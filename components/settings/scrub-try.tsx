import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { KeyValues } from "@/components/ui/key-values";
import { describeError } from "@/lib/client/api-error";
import { tryScrubbing } from "@/lib/client/scrubbing";
import type { ScrubTried } from "@/lib/contract/scrubbing";
import { kindInWords, type ScrubSettings } from "./scrub-draft";

/** Shows what would be stored of a text under the rules as they are written beside, saved or not. */
export function ScrubTry({ rules }: { rules: ScrubSettings }) {
  const [text, setText] = useState("");
  const trying = useMutation({ mutationFn: tryScrubbing });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field
        label="Try it"
        hint="A message, a trace, a body as JSON. Tried with the rules as they stand here; nothing is stored."
      >
        <Textarea
          mono
          rows={8}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        className="self-start"
        busy={trying.isPending}
        disabled={text === ""}
        onClick={() => trying.mutate({ ...rules, text })}
      >
        Try
      </Button>
      <div aria-live="polite" className="flex flex-col gap-3">
        {trying.isError && <ErrorState title="It was not tried" {...describeError(trying.error)} />}
        {trying.data && <Tried tried={trying.data} />}
      </div>
    </div>
  );
}

function Tried({ tried }: { tried: ScrubTried }) {
  if (tried.found.length === 0)
    return <p className="text-muted text-sm">Nothing in it is hidden: it would be stored as it is.</p>;
  return (
    <>
      <KeyValues
        items={tried.found.map(({ kind, found }) => ({ key: kindInWords(kind), value: String(found) }))}
      />
      <CodeBlock wrap code={tried.text} label="text as it would be stored" />
    </>
  );
}
