"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { bulkQuery, startBulk } from "@/lib/client/bulk";
import type { BulkDetail, BulkPreview as Preview } from "@/lib/contract/bulk";
import { BulkPromise } from "./bulk-promise";
import { startWords, whatWillBe } from "./bulk-proposals";
import { ReasonTable } from "./bulk-reasons";
import { isTold, readCount } from "./bulk-words";
import { caseHref } from "./case-href";
import { RefusalNote } from "./refusal-note";

type BulkPreviewProps = { of: BulkDetail; onStarted: () => void; onClose: () => void };

function useStart({ of, onStarted }: BulkPreviewProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  // Of a verdict the number is typed by hand; what can be taken back needs no such pause.
  const asks = isTold(of.kind);
  const wrong = asks && readCount(typed) !== of.total;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startBulk(of.bulk_id, of.total),
    onSuccess: (started) => {
      queries.setQueryData(bulkQuery(of.bulk_id).queryKey, started);
      void queries.invalidateQueries({ queryKey: ["bulk", "list"] });
      onStarted();
    },
  });
  const start = () => {
    setTried(true);
    if (!wrong && !isPending) mutate();
  };
  return { typed, setTyped, asks, problem: tried && wrong, start, isPending, error };
}

/** Exactly what would become of the frozen set, and the last step before it does. */
export function BulkPreview(props: BulkPreviewProps) {
  const { of, onClose } = props;
  const { preview } = of;
  const { typed, setTyped, asks, problem, start, isPending, error } = useStart(props);
  if (preview === null) return null;
  const doing = { done: preview.will_do, proposed: preview.will_propose };
  return (
    <form
      noValidate
      className="flex flex-col gap-5 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.will_do > 0) start();
      }}
    >
      <BulkPromise of={of} />
      <WhatWillBe of={of} preview={preview} />
      <Sample preview={preview} total={of.total} />
      {asks && preview.will_do > 0 && (
        <Field
          label={`Type ${of.total} to confirm: the number of cases that ${of.kind === "agree" ? "you looked at" : "this verdict is about"}`}
          error={problem ? `The set holds ${of.total} cases.` : undefined}
        >
          <Input
            data-first
            inputMode="numeric"
            autoComplete="off"
            className="w-40"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      <RefusalNote error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Leave it</Button>
        <Button
          type="submit"
          data-first={asks ? undefined : true}
          variant={asks ? "danger" : "primary"}
          busy={isPending}
          disabled={preview.will_do === 0}
        >
          {startWords(of.kind, doing)}
        </Button>
      </div>
    </form>
  );
}

function WhatWillBe({ of, preview }: { of: BulkDetail; preview: Preview }) {
  const { will_do, will_propose, will_skip } = preview;
  const figures = whatWillBe(of.kind, { done: will_do, proposed: will_propose });
  const skipped = of.total - will_do;
  return (
    <section aria-label="What would become of them" className="flex flex-col gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map((figure) => (
          <Figure key={figure.words} {...figure} />
        ))}
        <Figure count={skipped} words="will be left as they are" quiet={skipped === 0} />
      </dl>
      <ReasonTable caption="Why some are left as they are" reasons={will_skip} />
    </section>
  );
}

function Figure({ count, words, quiet = false }: { count: number; words: string; quiet?: boolean }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-muted text-xs">{words}</dt>
      <dd className={quiet ? "text-2xl text-faint" : "font-semibold text-2xl tracking-tight"}>
        {formatCount(count)}
      </dd>
    </div>
  );
}

function Sample({ preview: { sample }, total }: { preview: Preview; total: number }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center text-muted hover:text-ink">
        {sample.length < total ? `The ${sample.length} most urgent of them` : "Which they are"}
      </summary>
      <ul className="mt-1 max-h-56 overflow-y-auto">
        {sample.map(({ case_id, tool, idempotency_key, tenant, code }) => (
          <li key={case_id} className="flex items-baseline gap-3 border-b py-1 last:border-b-0">
            <Link
              href={caseHref(case_id)}
              target="_blank"
              className="min-w-0 truncate underline-offset-2 hover:underline"
            >
              <span className="font-medium">{tool ?? "unreadable report"}</span>{" "}
              <code className="text-muted text-xs">{idempotency_key ?? "no key"}</code>
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
            <span className="truncate text-faint text-xs">{tenant}</span>
            {code !== null && <code className="ml-auto text-muted text-xs">{code}</code>}
          </li>
        ))}
      </ul>
    </details>
  );
}
