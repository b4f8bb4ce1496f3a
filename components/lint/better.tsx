"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { KeyValues } from "@/components/ui/key-values";
import { Segmented } from "@/components/ui/segmented";
import { stringifyJson } from "@/domain/json";
import type { LintAnswer } from "@/lib/contract/lint";

const FORMS = [
  { value: "body", label: "Body" },
  { value: "result", label: "MCP result" },
] as const;

/** The body as it could be, to copy, and what in it has to be put in by who knows. */
export function Better({ better }: { better: NonNullable<LintAnswer["better"]> }) {
  const [form, setForm] = useState<(typeof FORMS)[number]["value"]>("body");
  const { body, result, placeholders } = better;
  const shown = form === "result" && result !== null ? result : body;
  return (
    <div className="flex flex-col gap-3">
      {result && <Segmented label="Form" value={form} onChange={setForm} options={FORMS} />}
      <CodeBlock code={stringifyJson(shown, 2)} label="better body" wrap />
      {placeholders.length > 0 && (
        <div className="text-sm">
          <h3 className="pb-1 font-medium">To put in or to confirm</h3>
          <KeyValues
            items={placeholders.map(({ pointer, put_in }) => ({
              key: pointer.slice(1),
              value: <span className="text-muted">{put_in}</span>,
            }))}
          />
        </div>
      )}
    </div>
  );
}
