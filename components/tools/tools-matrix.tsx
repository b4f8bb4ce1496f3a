import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { ListKeys } from "@/components/ui/list-keys";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { EVENT_CLASSES, type EventClass } from "@/domain/event-class";
import { eventsHref } from "@/lib/client/events-href";
import type { ToolReview, ToolReviewsAnswer } from "@/lib/contract/tool-reviews";
import { WritesMark } from "./writes-mark";

type ToolsMatrixProps = {
  reviews: ToolReviewsAnswer;
  filter: { service: string[]; environment: string[] };
  hrefOf: (tool: string) => string;
};

/** Tool × class: how often, or whether ever. */
export function ToolsMatrix({ reviews, filter, hrefOf }: ToolsMatrixProps) {
  const { from, to, items } = reviews;
  // Most producers name their classes: a column of "never" says nothing.
  const shown = EVENT_CLASSES.filter(
    (name) =>
      name !== "unclassified" ||
      items.some(({ classes }) => classes.some((one) => one.class === name && one.ever)),
  );
  return (
    <ListKeys>
      <Table caption="Tools by class of failure" className="max-lg:scroll-hint">
        <TableHead>
          <Th>Tool</Th>
          <Th numeric>failures</Th>
          <Th numeric>unmapped</Th>
          {shown.map((name) => (
            <Th key={name} numeric>
              <ClassMark of={name} />
            </Th>
          ))}
          <Th>Says</Th>
        </TableHead>
        <TableBody>
          {items.map((review) => (
            <ToolRow
              key={review.tool}
              review={review}
              shown={shown}
              href={hrefOf(review.tool)}
              rows={{ from, to, ...filter, tool: review.tool }}
            />
          ))}
        </TableBody>
      </Table>
    </ListKeys>
  );
}

type ToolRowProps = {
  review: ToolReview;
  shown: readonly EventClass[];
  href: string;
  rows: Parameters<typeof eventsHref>[0];
};

function ToolRow({ review, shown, href, rows }: ToolRowProps) {
  const { tool, writes, owner, failures, unmapped_share, classes, diagnoses } = review;
  return (
    <Tr>
      <Td className="min-w-48 py-1.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <RowLink href={href} className="break-all">
            <code>{tool}</code>
          </RowLink>
          <WritesMark writes={writes} />
        </div>
        {owner && <div className="text-muted text-xs">{owner}</div>}
      </Td>
      <Td numeric>{formatCount(failures)}</Td>
      <Td numeric>{formatShare(unmapped_share) ?? <span className="text-faint">–</span>}</Td>
      {classes
        .filter((one) => shown.includes(one.class))
        .map((one) => (
          <Td key={one.class} numeric>
            {one.failures > 0 ? (
              <IntentLink
                href={eventsHref({ ...rows, class: one.class })}
                className="relative underline-offset-2 hover:underline"
              >
                {formatCount(one.failures)}
              </IntentLink>
            ) : (
              <span className="text-faint text-xs">{one.ever ? "0" : "never"}</span>
            )}
          </Td>
        ))}
      <Td className="min-w-48 text-xs">
        {diagnoses.map(({ class: name, says }) => (
          <div key={name}>{says}</div>
        ))}
      </Td>
    </Tr>
  );
}
