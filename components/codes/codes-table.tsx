import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { SparkBars } from "@/components/charts/spark-bars";
import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { RegisteredCode } from "@/lib/contract/codes";
import type { SilenceItem } from "@/lib/contract/silences";
import { CodeMarks } from "./code-marks";
import { EffectSplit } from "./effect-split";
import { SayingCell } from "./saying-cell";

type CodesTableProps = {
  codes: readonly RegisteredCode[];
  silences: ReadonlyMap<string, SilenceItem>;
  hrefOf: (code: string) => string;
};

/** Codes, one a row; a row opens the code. */
export function CodesTable({ codes, silences, hrefOf }: CodesTableProps) {
  return (
    <ListKeys>
      <Table caption="Codes" className="max-lg:scroll-hint">
        <TableHead>
          <Th>Code</Th>
          <Th>Class</Th>
          <Th numeric>failures</Th>
          <Th numeric>share</Th>
          <Th>trend</Th>
          <Th>Tools</Th>
          <Th>Effect</Th>
          <Th>Leaves unsaid</Th>
          <Th>first · last seen</Th>
        </TableHead>
        <TableBody>
          {codes.map((code) => (
            <CodeRow key={code.code} code={code} silence={silences.get(code.code)} href={hrefOf(code.code)} />
          ))}
        </TableBody>
      </Table>
    </ListKeys>
  );
}

type CodeRowProps = { code: RegisteredCode; silence: SilenceItem | undefined; href: string };

function CodeRow({ code, silence, href }: CodeRowProps) {
  const { classes, tools, events, share, points, effects, saying, first_seen_at, last_seen_at } = code;
  return (
    <Tr>
      <Td className="min-w-52 py-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink href={href}>
            <CodeMark code={code.code} unmapped={code.unmapped} />
          </RowLink>
          <CodeMarks code={code} silence={silence} />
        </div>
      </Td>
      <Td>
        <span className="flex flex-wrap gap-x-2">
          {classes.map((one) => (
            <ClassMark key={one.class} of={one.class} />
          ))}
        </span>
      </Td>
      <Td numeric>{formatCount(events)}</Td>
      <Td numeric>{events === 0 ? <span className="text-faint">–</span> : formatShare(share)}</Td>
      <Td>
        <SparkBars points={points.map((count) => [count, 0] as const)} />
      </Td>
      <Td className="whitespace-nowrap text-xs">
        <code>
          {tools
            .slice(0, 1)
            .map(({ tool }) => tool)
            .join(", ")}
        </code>
        {tools.length > 1 && <span className="text-muted"> +{tools.length - 1}</span>}
      </Td>
      <Td>
        <EffectSplit of={effects} />
      </Td>
      <Td className="min-w-40">
        <SayingCell saying={saying} />
      </Td>
      <Td className="whitespace-nowrap text-muted text-xs">
        {first_seen_at && <Time iso={first_seen_at} display="relative" past />} ·{" "}
        {last_seen_at ? <Time iso={last_seen_at} display="relative" past /> : "no event kept"}
      </Td>
    </Tr>
  );
}
