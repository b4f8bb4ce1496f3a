import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { LeakMark } from "@/components/marks/leak-mark";
import { LEAK_WORDS } from "@/components/marks/leak-words";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { IntentLink } from "@/components/ui/intent-link";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { eventsHref } from "@/lib/client/events-href";
import { lintHref } from "@/lib/client/lint";
import { referenceHref } from "@/lib/client/reference-href";
import type { LeakingTool as Leaking, LeakPart } from "@/lib/contract/leaks";

/** One tool: how much of it leaks, and what, where, with the newest example of each. */
export function LeakingTool({ of, range }: { of: Leaking; range: { from: string; to: string } }) {
  return (
    <Section
      title={<code className="break-all">{of.tool}</code>}
      description={<Share of={of} />}
      actions={
        <IntentLink
          href={eventsHref({ tool: of.tool, ...range })}
          className="text-accent text-sm underline-offset-2 hover:underline"
        >
          Its events
        </IntentLink>
      }
    >
      <Table caption={`What ${of.tool} leaks`} className="max-lg:scroll-hint">
        <TableHead>
          <Th>What</Th>
          <Th className="max-lg:hidden">Part</Th>
          <Th className="max-lg:hidden">Code</Th>
          <Th numeric>events</Th>
          <Th className="max-lg:hidden">Newest example, masked</Th>
          <Th>Last seen</Th>
        </TableHead>
        <TableBody>
          {of.parts.map((part) => (
            <PartRow key={`${part.kind} ${part.field} ${part.code}`} part={part} tool={of.tool} />
          ))}
        </TableBody>
      </Table>
      {of.parts_found > of.parts.length && (
        <p className="pt-2 text-muted text-sm">
          The {formatCount(of.parts.length)} most frequent of {formatCount(of.parts_found)}; the count above
          is of all. Choose a kind or fewer days to see the rest.
        </p>
      )}
    </Section>
  );
}

function Share({ of: { events, failures, share } }: { of: Leaking }) {
  if (events === null || share === null) return <>{formatCount(failures)} failures in these days</>;
  return (
    <>
      {formatCount(events)} of {formatCount(failures)} failures leak ({formatShare(share)})
    </>
  );
}

function PartRow({ part, tool }: { part: LeakPart; tool: string }) {
  const { kind, field, code, events, last_seen_at } = part;
  return (
    <Tr>
      <Td className="py-2 align-top">
        <LeakMark kind={kind} />
        {/* Where there is no room beside it. */}
        <div className="pt-1 lg:hidden">
          <p className="pb-1 text-xs">
            <code>{field}</code> <span className="text-muted">of</span>{" "}
            <code className="break-all">{code}</code>
          </p>
          <Example of={part} tool={tool} />
        </div>
      </Td>
      <Td className="align-top max-lg:hidden">
        <code>{field}</code>
      </Td>
      <Td className="align-top max-lg:hidden">
        <code className="whitespace-nowrap">{code}</code>
      </Td>
      <Td numeric className="align-top">
        {formatCount(events)}
      </Td>
      <Td className="min-w-72 max-w-xl py-2 align-top max-lg:hidden">
        <Example of={part} tool={tool} />
      </Td>
      <Td className="align-top">
        <Time iso={last_seen_at} display="relative" past />
      </Td>
    </Tr>
  );
}

/** The newest text in which it leaked, masked, and what to do about it. */
function Example({ of, tool }: { of: LeakPart; tool: string }) {
  const { kind, example, example_reference: reference, example_event_id: event_id } = of;
  return (
    <>
      <p className="line-clamp-3 whitespace-pre-wrap break-words font-mono text-xs [overflow-wrap:anywhere]">
        {example}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-muted text-xs">
        <ReferenceChip reference={reference} href={referenceHref(reference, event_id)} />
        <span>{LEAK_WORDS[kind].mend}</span>
        <IntentLink
          href={lintHref({ tool, reference, event_id })}
          className="text-accent underline-offset-2 hover:underline"
        >
          Lint its body
        </IntentLink>
      </div>
    </>
  );
}
