import type { KeyboardEvent } from "react";
import { ClassMark } from "@/components/marks/class-mark";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, Th } from "@/components/ui/table";
import { WORDING_CLASSES, type WordingCell, type WordingClass, type Wordings } from "@/domain/wordings";
import { originOf, type WordingOrigin } from "./wording-draft";
import { classInWords, STANDING_GROUPS, STANDING_WORDS, standingInWords } from "./wording-words";

type WordingTableProps = {
  own: Wordings;
  chosen: WordingCell;
  /** Whether a cell has words that are not saved */
  isUnsaved: (cell: WordingCell) => boolean;
  onChoose: (cell: WordingCell) => void;
};

/** Class by where the effect stands; each cell says whose words hold there, and opens them. Arrows move. */
export function WordingTable({ own, chosen, isUnsaved, onChoose }: WordingTableProps) {
  return (
    <Table caption="Wordings by class and effect" className="max-lg:scroll-hint">
      <thead>
        <tr>
          <td />
          {STANDING_GROUPS.map(({ label, standings }) => (
            <th
              key={label}
              scope="colgroup"
              colSpan={standings.length}
              className="border-l px-2 pt-1 text-left font-medium text-xs"
            >
              {label}
            </th>
          ))}
        </tr>
        <tr className="border-b">
          <Th>Class</Th>
          {STANDING_GROUPS.flatMap(({ standings }) =>
            standings.map((standing, index) => (
              <Th key={standing} className={cn("font-normal", index === 0 && "border-l")}>
                {STANDING_WORDS[standing]}
              </Th>
            )),
          )}
        </tr>
      </thead>
      <TableBody>
        {WORDING_CLASSES.map((errorClass) => (
          <tr key={errorClass} className="border-b last:border-b-0">
            <th scope="row" className="whitespace-nowrap py-1 pr-3 text-left font-medium">
              <ClassName of={errorClass} />
            </th>
            {STANDING_GROUPS.flatMap(({ standings }) =>
              standings.map((standing, index) => {
                const cell = { class: errorClass, standing };
                return (
                  <td key={standing} className={cn("p-0.5", index === 0 && "border-l")}>
                    <CellButton
                      cell={cell}
                      origin={originOf(own, cell)}
                      isUnsaved={isUnsaved(cell)}
                      isChosen={chosen.class === errorClass && chosen.standing === standing}
                      onChoose={onChoose}
                    />
                  </td>
                );
              }),
            )}
          </tr>
        ))}
      </TableBody>
    </Table>
  );
}

function ClassName({ of }: { of: WordingClass }) {
  return of === "any" ? <span>Every class</span> : <ClassMark of={of} />;
}

const ORIGIN_WORDS: Readonly<Record<WordingOrigin, { shown: string; read: string }>> = {
  own: { shown: "own", read: "own wording" },
  any: { shown: "shared", read: "the wording for every class" },
  default: { shown: "–", read: "default wording" },
};

type CellButtonProps = {
  cell: WordingCell;
  origin: WordingOrigin;
  isUnsaved: boolean;
  isChosen: boolean;
  onChoose: (cell: WordingCell) => void;
};

function CellButton({ cell, origin, isUnsaved, isChosen, onChoose }: CellButtonProps) {
  const { shown, read } = ORIGIN_WORDS[origin];
  const name = `${classInWords(cell.class)}, ${standingInWords(cell.standing)}: ${read}`;
  return (
    <button
      type="button"
      data-wording-cell
      aria-pressed={isChosen}
      aria-label={isUnsaved ? `${name}, not saved yet` : name}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(cell)}
      onKeyDown={moveByArrow}
      className={cn(
        "h-7 w-full min-w-12 rounded-sm px-2 text-left text-xs hover:bg-hover",
        origin === "own" ? "font-medium text-accent" : "text-faint",
        isChosen && "bg-accent-soft text-accent outline-1 outline-accent",
      )}
    >
      {shown}
      {isUnsaved && " •"}
    </button>
  );
}

const COLUMNS = STANDING_GROUPS.flatMap(({ standings }) => standings).length;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

/** One tab stop for the whole table; arrows go from cell to cell, at an edge they stay. */
function moveByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  const table = event.currentTarget.closest("table");
  if (step === undefined || table === null) return;
  event.preventDefault();
  const cells = [...table.querySelectorAll<HTMLButtonElement>("[data-wording-cell]")];
  const from = cells.indexOf(event.currentTarget);
  const to = from + step;
  const leavesRow = Math.abs(step) === 1 && Math.floor(to / COLUMNS) !== Math.floor(from / COLUMNS);
  const next = leavesRow ? undefined : cells[to];
  next?.focus();
  next?.click();
}
