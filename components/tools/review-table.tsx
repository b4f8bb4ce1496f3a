import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { eventsHref } from "@/lib/client/events-href";
import type { NextMovesAnswer } from "@/lib/contract/next-moves";
import type { ToolReview } from "@/lib/contract/tool-reviews";
import { type ClassMoves, MOVE_WORDS, movesOfClass, RIGHT_MOVES } from "./review-words";

type ReviewTableProps = {
  review: ToolReview;
  /** Null where it could not be read, undefined while it is */
  moves: NextMovesAnswer | null | undefined;
  rows: Parameters<typeof eventsHref>[0];
};

/** Of each class: was it ever seen here, what came next, was it the right move. */
export function ReviewTable({ review, moves, rows }: ReviewTableProps) {
  return (
    <Table caption={`Review of ${review.tool} by class`} className="max-lg:scroll-hint">
      <TableHead>
        <Th>Class</Th>
        <Th>Ever seen here?</Th>
        <Th numeric>failures</Th>
        <Th>What came next</Th>
        <Th>Right move</Th>
        <Th numeric>was it?</Th>
      </TableHead>
      <TableBody>
        {review.classes
          .filter(({ class: name, ever }) => name !== "unclassified" || ever)
          .map((one) => (
            <Tr key={one.class}>
              <Td>
                <ClassMark of={one.class} />
              </Td>
              <Td className={one.ever ? undefined : "text-faint"}>{one.ever ? "yes" : "never"}</Td>
              <Td numeric>
                {one.failures > 0 ? (
                  <IntentLink
                    href={eventsHref({ ...rows, class: one.class })}
                    className="underline-offset-2 hover:underline"
                  >
                    {formatCount(one.failures)}
                  </IntentLink>
                ) : (
                  <span className="text-faint">0</span>
                )}
              </Td>
              <Next of={moves && movesOfClass(moves, one.class)} />
              <Td className="min-w-48 text-muted text-xs">{RIGHT_MOVES[one.class]}</Td>
              <WasRight of={moves && movesOfClass(moves, one.class)} />
            </Tr>
          ))}
      </TableBody>
    </Table>
  );
}

const SHOWN = 3;

function Next({ of }: { of: ClassMoves | null | undefined }) {
  if (of === undefined) return <Td className="text-faint text-xs">being read …</Td>;
  if (of === null || of.known === 0) return <Td className="text-faint">–</Td>;
  const rest = of.moves.slice(SHOWN).reduce((sum, { failures }) => sum + failures, 0);
  const parts = of.moves
    .slice(0, SHOWN)
    .map(({ move, failures }) => `${MOVE_WORDS[move]} ${formatCount(failures)}`);
  return (
    <Td className="min-w-64 text-xs">
      {[...parts, ...(rest > 0 ? [`other ${formatCount(rest)}`] : [])].join(" · ")}
    </Td>
  );
}

function WasRight({ of }: { of: ClassMoves | null | undefined }) {
  if (!of || of.rightShare === null)
    return (
      <Td numeric className="text-faint">
        –
      </Td>
    );
  return (
    <Td numeric className="whitespace-nowrap">
      <span className={of.wrong > of.right ? "text-danger" : undefined}>{formatShare(of.rightShare)}</span>
      <span className="text-muted text-xs"> of {formatCount(of.right + of.wrong)}</span>
    </Td>
  );
}
