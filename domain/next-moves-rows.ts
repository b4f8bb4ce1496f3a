import { EVENT_CLASSES, type EventClass } from "./event-class";
import { MOVES, type Move, WAITS, type Wait } from "./next-moves";

type Cell = {
  tool: string | null;
  class: EventClass;
  move: Move | null;
  wait: Wait | null;
  failures: number;
};
export type MovesRow = {
  tool: string | null;
  class: EventClass;
  failures: number;
  moves: Record<Move, number>;
  waits: Record<Wait, number>;
};

/** The cells as rows: tools with the most failures first, classes in their order; what is undecided is in none. */
export function toMovesRows(cells: readonly Cell[]): MovesRow[] {
  const rows = new Map<string, MovesRow>();
  const ofTool = new Map<string | null, number>();
  for (const { tool, class: errorClass, move, wait, failures } of cells) {
    if (move === null) continue;
    const key = JSON.stringify([tool, errorClass]);
    const row = rows.get(key) ?? emptyRow(tool, errorClass);
    row.failures += failures;
    row.moves[move] += failures;
    if (wait !== null) row.waits[wait] += failures;
    rows.set(key, row);
    ofTool.set(tool, (ofTool.get(tool) ?? 0) + failures);
  }
  const place = ({ class: errorClass }: MovesRow) => EVENT_CLASSES.indexOf(errorClass);
  const weight = ({ tool }: MovesRow) => ofTool.get(tool) ?? 0;
  return [...rows.values()].sort(
    (one, other) =>
      weight(other) - weight(one) ||
      (one.tool ?? "").localeCompare(other.tool ?? "") ||
      place(one) - place(other),
  );
}

function emptyRow(tool: string | null, errorClass: EventClass): MovesRow {
  const none = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return { tool, class: errorClass, failures: 0, moves: none(MOVES), waits: none(WAITS) };
}
