import { CountBars } from "@/components/charts/count-bars";
import { type BandBar, firstAhead, prepareBands } from "@/components/charts/prepare-bands";
import { formatCount } from "@/components/charts/prepare-format";
import { Section } from "@/components/ui/section";
import type { FiguresAnswer } from "@/lib/contract/figures";
import { type FigureFilter, openHref } from "./queue-href";

/** What is not settled at this moment, by how long it waits and by how long it still can. */
export function OpenSections({ figures, filter }: { figures: FiguresAnswer; filter: FigureFilter }) {
  const { open, at } = figures;
  const waiting = open.total - open.overdue;
  return (
    <div className="grid gap-x-8 lg:grid-cols-2">
      <Section
        title="Open by age"
        description={`${formatCount(open.total)} not settled now, whatever the time range, counted from when each was opened.`}
      >
        <CountBars
          caption="Open cases by age"
          columns={["Age", "Cases"]}
          bars={prepareBands(open.by_age, at, "past").map((bar) => barOf(bar, filter, "opened"))}
        />
      </Section>
      <Section
        title="Open by deadline"
        description={`${formatCount(open.overdue)} overdue, ${formatCount(waiting)} with time left.`}
      >
        <CountBars
          caption="Open cases by time left until their deadline"
          columns={["Time left", "Cases"]}
          bars={[
            overdueBar(open, filter, at),
            ...prepareBands(open.by_deadline, at, "future", open.overdue).map((bar) =>
              barOf(bar, filter, "deadline"),
            ),
          ]}
        />
      </Section>
    </div>
  );
}

function barOf({ from, to, ...bar }: BandBar, filter: FigureFilter, which: "opened" | "deadline") {
  return { ...bar, href: openHref(filter, { [`${which}_from`]: from, [`${which}_to`]: to }) };
}

function overdueBar({ overdue, by_deadline }: FiguresAnswer["open"], filter: FigureFilter, at: string) {
  const longest = Math.max(1, overdue, ...by_deadline.map(({ count }) => count));
  return {
    key: "overdue",
    label: <span className={overdue > 0 ? "font-medium text-danger" : undefined}>overdue</span>,
    count: overdue,
    length: overdue / longest,
    href: openHref(filter, { deadline_to: firstAhead(at) }),
  };
}
