"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { formatCount } from "@/components/charts/prepare-format";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { Section } from "@/components/ui/section";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { MoveRule } from "@/domain/next-moves";
import { referenceHref } from "@/lib/client/reference-href";
import type { BrokenRule } from "@/lib/contract/next-moves";
import { RULE_WORDS } from "./move-words";
import { shareOrDash } from "./recovery-words";
import { useMovesHref } from "./use-moves-href";

/** The rules of the classes: how often each was broken, of the failures it applies to. */
export function RulesTable({ rules, chosen }: { rules: readonly BrokenRule[]; chosen: MoveRule | null }) {
  const broken = rules.filter((rule) => rule.broken > 0).length;
  return (
    <Section
      title="Rules"
      description={
        broken === 0
          ? "None was broken."
          : `${broken} of ${rules.length} were broken. A row leads to its failures.`
      }
    >
      <Table caption="Rules that were broken" focusable={broken === 0} className="max-lg:scroll-hint">
        <TableHead>
          <Th>Rule</Th>
          <Th numeric>broken</Th>
          <Th numeric>of</Th>
          <Th numeric>share</Th>
          <Th numeric>runs</Th>
          <Th>Newest</Th>
        </TableHead>
        <TableBody>
          {rules.map((rule) => (
            <RuleRow key={rule.rule} of={rule} selected={rule.rule === chosen} />
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function RuleRow({
  of: { rule, broken, applies, share, runs, newest },
  selected,
}: {
  of: BrokenRule;
  selected: boolean;
}) {
  const href = useMovesHref({ rule });
  const words = RULE_WORDS[rule];
  const Icon = broken > 0 ? TriangleAlert : CircleCheck;
  return (
    <Tr selected={selected}>
      <Td className="min-w-64 py-1.5 align-top">
        <div className="flex items-start gap-1.5">
          <Icon
            aria-hidden
            className={
              broken > 0 ? "mt-0.5 size-3.5 shrink-0 text-warn" : "mt-0.5 size-3.5 shrink-0 text-faint"
            }
          />
          <div className="min-w-0">
            {broken > 0 ? (
              <RowLink href={href} scroll={false}>
                {words.broken}
              </RowLink>
            ) : (
              <span className="text-muted">{words.broken}</span>
            )}
            <p className="text-muted text-xs">{words.asks}</p>
          </div>
        </div>
      </Td>
      <Td numeric className="align-top">
        {formatCount(broken)}
      </Td>
      <Td numeric className="align-top text-muted">
        {formatCount(applies)}
      </Td>
      <Td numeric className="align-top">
        {shareOrDash(share)}
      </Td>
      <Td numeric className="align-top">
        {formatCount(runs)}
      </Td>
      <Td className="whitespace-nowrap align-top">
        {newest && (
          <span className="relative inline-flex items-center gap-2">
            <ReferenceChip
              reference={newest.reference}
              href={referenceHref(newest.reference, newest.event_id)}
            />
            <span className="text-faint">
              <Time iso={newest.occurred_at} display="relative" past />
            </span>
          </span>
        )}
      </Td>
    </Tr>
  );
}
