import { cellOf } from "../number-column";

/**
 * The failures of one reading, the newest first, a column each: runs are put together from tens of thousands of rows, and
 * rows as objects would take longer to arrive than to judge. NaN is what was not said, which equals nothing.
 */
export type FailureColumns = {
  /** Microseconds since 1970. */
  occurred: Float64Array;
  turn: Float64Array;
  attempt: Float64Array;
  /** Numbers of texts: the run, within its tenant and environment, and within its tenant alone. */
  run: Float64Array;
  ending: Float64Array;
  /** Of the arguments' hash and of the idempotency key. */
  payload: Float64Array;
  key: Float64Array;
  /** Of tool, service, environment and tenant; of system failures only. */
  place: Float64Array;
  tool: readonly string[];
  /** Seconds. */
  retry_after: Float64Array;
  flags: Float64Array;
};

/** What a failure's flags say, bit by bit; above them is the place of its class in `EVENT_CLASSES`. */
export const FLAG = {
  inside: 1,
  /** The filter asks for it: it is judged, where others are only what came next. */
  chosen: 2,
  unmapped: 4,
  /** Of unknown effect and without a key, on a tool that may write. */
  unkeyed: 8,
  compensated: 16,
} as const;
export const CLASS_PLACE = 32;

export const isFlagged = ({ flags }: Pick<FailureColumns, "flags">, at: number, flag: keyof typeof FLAG) =>
  (cellOf(flags, at) & FLAG[flag]) !== 0;
