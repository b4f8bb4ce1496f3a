"use client";

import Link from "next/link";
import { formatCount } from "@/components/charts/prepare-format";
import type { BulkPreview } from "@/lib/contract/bulk";
import { SeenLine } from "./bulk-seen";
import { tellRuntimes } from "./bulk-words";
import { caseHref } from "./case-href";

/** What would be agreed to: who proposed which answer, on what grounds, for how many cases. */
export function BulkAgreement({ preview: { proposals, will_do } }: { preview: BulkPreview }) {
  if (proposals.length === 0) return null;
  const others = will_do - proposals.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="What you would agree to" className="flex flex-col gap-3">
      <p className="eyebrow">The runtimes will be told</p>
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
        {proposals.map(({ verdict, by, count, example, evidence }, index) => (
          <li key={index} className="flex flex-col gap-1 border-accent border-l-2 pl-3">
            <p className="font-medium">{tellRuntimes(verdict)}</p>
            <p>
              {formatCount(count)} {count === 1 ? "case" : "cases"}, proposed by {by}
              <span className="text-muted">
                {count === 1 ? ": " : ", such as "}
                <ExampleLink of={example} />
              </span>
            </p>
            {evidence.map((one, row) => (
              <SeenLine key={row} {...one} />
            ))}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="text-muted">
          And {formatCount(others)} more, each proposed on evidence of its own: choose fewer to see them all.
        </p>
      )}
    </section>
  );
}

function ExampleLink({ of }: { of: BulkPreview["proposals"][number]["example"] }) {
  return (
    <Link
      href={caseHref(of.case_id)}
      target="_blank"
      className="break-words underline underline-offset-2 hover:text-ink"
    >
      {of.tool ?? "unreadable report"} <code className="text-xs">{of.idempotency_key ?? "no key"}</code>
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
