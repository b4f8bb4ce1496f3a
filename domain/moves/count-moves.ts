import type { EventClass } from "../event-class";
import { MOVE_RULES, MOVES, type Move, type MoveRule, WAITS, type Wait } from "../next-moves";
import { cellOf } from "../number-column";
import { isFlagged } from "./failure-columns";
import { bitOf, classOf, classPlace, type Judged, type RulesJudged, waitOf } from "./judge-rules";

/** Failures of a class (and a tool) that were followed in the same way; `move` null: it is too early to say. */
export type MoveCell = {
  tool: string | null;
  class: EventClass;
  move: Move | null;
  /** Null where what came next is no other attempt. */
  wait: Wait | null;
  failures: number;
};

/** The failures that were asked for, the newest first. */
export function* chosenOf({ read }: Pick<Judged, "read">): Generator<number> {
  for (let at = 0; at < read.tool.length; at += 1)
    if (isFlagged(read, at, "chosen") && !Number.isNaN(cellOf(read.run, at))) yield at;
}

/** What came next after the failures that were asked for, by class and, if so asked, by tool. */
export function countCells(judged: Judged, by_tool: boolean): MoveCell[] {
  const ofTool = new Map<string | null, Map<number, MoveCell>>();
  for (const at of chosenOf(judged)) {
    const tool = by_tool ? (judged.read.tool[at] ?? null) : null;
    const [move, wait] = [judged.moves[at] ?? null, waitOf(judged, at)];
    const cells = ofTool.get(tool) ?? new Map<number, MoveCell>();
    if (cells.size === 0) ofTool.set(tool, cells);
    // Numbers, since words put together for each failure take longer than all else here.
    const key = (classPlace(judged.read, at) * PLACES + placeIn(MOVES, move)) * PLACES + placeIn(WAITS, wait);
    const cell = cells.get(key);
    if (cell === undefined)
      cells.set(key, { tool, class: classOf(judged.read, at), move, wait, failures: 1 });
    else cell.failures += 1;
  }
  return [...ofTool.values()].flatMap((cells) => [...cells.values()]);
}

/** More than there are moves or waits, "none" among them. */
const PLACES = 16;
const placeIn = <Name>(names: readonly Name[], name: Name | null) =>
  name === null ? 0 : names.indexOf(name) + 1;

export type RuleCount = {
  rule: MoveRule;
  /** Failures that the rule applies to, and those after which it was broken. */
  applies: number;
  broken: number;
  runs: number;
  /** Where the newest lies after which it was broken. */
  newest: number | null;
};

/** How often each rule was broken, and in how many runs. */
export function countRules({ read }: Pick<Judged, "read">, { applies, broken }: RulesJudged): RuleCount[] {
  return MOVE_RULES.map((rule) => {
    const count: RuleCount = { rule, applies: 0, broken: 0, runs: 0, newest: null };
    const runs = new Set<number>();
    const bit = bitOf(rule);
    for (let at = 0; at < applies.length; at += 1) {
      if (((applies[at] ?? 0) & bit) !== 0) count.applies += 1;
      if (((broken[at] ?? 0) & bit) === 0) continue;
      count.broken += 1;
      count.newest ??= at;
      runs.add(cellOf(read.run, at));
    }
    return { ...count, runs: runs.size };
  });
}
