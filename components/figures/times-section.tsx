import { formatCount, formatSeconds } from "@/components/charts/prepare-format";
import { prepareTimeMark, prepareTimesAxis, type TimesAxis } from "@/components/charts/prepare-times";
import { TimeAxisLabels, TimeMarks } from "@/components/charts/time-marks";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { FiguresAnswer, FigureTimes } from "@/lib/contract/figures";
import { Undefined } from "./undefined";

const STEPS = [
  { name: "claim", label: "To claim", from: "opened until first held" },
  { name: "settle", label: "To settle", from: "opened until the verdict" },
  { name: "acknowledge", label: "To acknowledge", from: "verdict until the runtime took it" },
] as const;

/** How long each step took where it ended in the range; the tail stands beside the middle. */
export function TimesSection({ times }: { times: FiguresAnswer["times"] }) {
  const axis = prepareTimesAxis(Object.values(times));
  return (
    <Section
      title="How long it takes"
      description="Of what was claimed, settled and acknowledged in this range."
    >
      <Table caption="Time to claim, settle and acknowledge" focusable className="max-lg:scroll-hint">
        <TableHead>
          <Th>Step</Th>
          <Th className="w-1/2 max-md:hidden">
            <span className="sr-only">Drawn on an axis</span>
          </Th>
          <Th numeric>p50</Th>
          <Th numeric>p90</Th>
          <Th numeric>p99</Th>
          <Th numeric>cases</Th>
        </TableHead>
        <TableBody>
          {STEPS.map(({ name, label, from }) => (
            <TimesRow key={name} label={label} from={from} of={times[name]} axis={axis} />
          ))}
          <tr className="max-md:hidden">
            <td />
            <td className="px-2">
              <TimeAxisLabels axis={axis} />
            </td>
          </tr>
        </TableBody>
      </Table>
    </Section>
  );
}

type TimesRowProps = { label: string; from: string; of: FigureTimes; axis: TimesAxis };

function TimesRow({ label, from, of, axis }: TimesRowProps) {
  return (
    <Tr>
      <Td className="whitespace-nowrap py-1.5">
        <div className="font-medium">{label}</div>
        <div className="text-faint text-xs max-sm:whitespace-normal">{from}</div>
      </Td>
      <Td className="max-md:hidden">
        <TimeMarks mark={prepareTimeMark(of, axis)} axis={axis} />
      </Td>
      {[of.p50, of.p90, of.p99].map((value, index) => (
        <Td key={["p50", "p90", "p99"][index]} numeric className="whitespace-nowrap">
          {formatSeconds(value) ?? <Undefined />}
        </Td>
      ))}
      <Td numeric>{formatCount(of.count)}</Td>
    </Tr>
  );
}
