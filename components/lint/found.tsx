import { SearchCheck } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import type { LintAnswer } from "@/lib/contract/lint";
import { Findings } from "./findings";
import { countInWords, ingestInWords, readAsInWords } from "./lint-words";

/** What was found, said aloud as it changes. */
export function Found({ linted, isEmpty }: { linted: LintAnswer | undefined; isEmpty: boolean }) {
  return (
    <>
      <p role="status" className="sr-only">
        {linted && countInWords(linted.findings)}
      </p>
      {isEmpty && (
        <EmptyState
          icon={<SearchCheck aria-hidden />}
          title="Nothing is pasted yet"
          text="Paste what a tool returned when it failed, or begin with an example. What the contract finds wrong stands here while you write, and beside it the body as it could be."
        />
      )}
      {!isEmpty && !linted && <p className="py-8 text-muted">Reading…</p>}
      {linted && (
        <Section title={countInWords(linted.findings)} description={descriptionOf(linted)}>
          {linted.findings.length > 0 && <Findings findings={linted.findings} />}
        </Section>
      )}
    </>
  );
}

const descriptionOf = (linted: LintAnswer) =>
  linted.ingest === null ? readAsInWords(linted) : `${readAsInWords(linted)} ${ingestInWords(linted.ingest)}`;
