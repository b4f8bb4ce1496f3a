"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { usePaused } from "@/components/ui/use-paused";
import { stringifyJson } from "@/domain/json";
import { describeError } from "@/lib/client/api-error";
import { LINT_PARAMS, lintQuery } from "@/lib/client/lint";
import { reportQuery } from "@/lib/client/references";
import { Better } from "./better";
import { CallFields } from "./call-fields";
import { EXAMPLES } from "./examples";
import { Found } from "./found";
import { nothingToBetter } from "./lint-words";

/** What a tool returned, what is wrong with it as it is written, and beside it what it could have been. */
export function Linter() {
  const [{ reference, event, ...call }, setCall] = useQueryStates(LINT_PARAMS);
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const taken = useBodyOf(reference, event, setText);
  const { data, error, isFetching, refetch } = useQuery(
    lintQuery({ ...usePaused({ result: text, ...call }) }),
  );
  const write = (next: string) => {
    setText(next);
    box.current?.focus();
  };
  usePageKeys([
    { keys: "e", label: "Edit what was pasted", run: () => box.current?.focus() },
    { keys: "x", label: "Empty the box", run: () => write("") },
  ]);
  const isEmpty = text.trim() === "";
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Field
          label="What the tool returned"
          hint="A body, an event, a whole MCP result, or only a sentence. It is read and forgotten."
        >
          <Textarea
            ref={box}
            mono
            rows={10}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Chips onChoose={write} />
        {taken.isError && <ErrorState title="Its body could not be loaded" {...describeError(taken.error)} />}
        <CallFields
          call={call}
          writes={isEmpty ? undefined : data?.writes}
          onChange={(next) => void setCall(next)}
        />
        {!isEmpty && error ? (
          <ErrorState
            title="It was not linted"
            {...describeError(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Found linted={isEmpty ? undefined : data} isEmpty={isEmpty} />
        )}
      </div>
      {!isEmpty && data && !error && (
        <Section title="As it could be" description={data.better ? MADE_FROM : undefined}>
          {data.better ? (
            <Better better={data.better} />
          ) : (
            <p className="text-muted">{nothingToBetter(data)}</p>
          )}
        </Section>
      )}
    </div>
  );
}

const MADE_FROM =
  "Made from what was pasted, and nothing is made up: what only you know is in ‹these›, or named below.";

function Chips({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1 text-muted text-xs">Or begin with</legend>
      {EXAMPLES.map(({ label, text }) => (
        <Button key={label} size="sm" onClick={() => onChoose(text)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

/** Puts the body of a failure into the box, once. */
function useBodyOf(reference: string | null, event: string | null, put: (text: string) => void) {
  const report = useQuery({
    ...reportQuery(reference ?? "", event),
    enabled: reference !== null,
    refetchInterval: false,
  });
  const body = report.data?.model_body;
  const isPut = useRef(false);
  useEffect(() => {
    if (!body || isPut.current) return;
    isPut.current = true;
    put(stringifyJson(body, 2));
  }, [body, put]);
  return report;
}
