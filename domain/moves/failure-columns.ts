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

/** The cell of a column; NaN beyond its ends. */
export const cellOf = (column: Float64Array, at: number): number => column[at] ?? Number.NaN;

export const isFlagged = ({ flags }: Pick<FailureColumns, "flags">, at: number, flag: keyof typeof FLAG) =>
  (cellOf(flags, at) & FLAG[flag]) !== 0;

const [ZERO, NINE, COMMA, MINUS] = [48, 57, 44, 45];

/**
 * The numbers of an array as PostgreSQL writes it (`{1,-2,NULL,0.5}`), NULL as NaN. Whole ones are put together digit by
 * digit, which is several times as fast as to parse them as JSON.
 */
export function readColumn(text: string | null, length: number): Float64Array {
  const column = new Float64Array(length);
  if (text === null) return column;
  let [start, row] = [1, 0];
  while (row < length) {
    const isNegative = text.charCodeAt(start) === MINUS;
    let end = isNegative ? start + 1 : start;
    let whole = 0;
    let code = text.charCodeAt(end);
    for (; code >= ZERO && code <= NINE; code = text.charCodeAt(end)) {
      whole = whole * 10 + (code - ZERO);
      end += 1;
    }
    const isWhole = code === COMMA || end === text.length - 1;
    if (!isWhole) end = endOf(text, end);
    column[row] = isWhole ? (isNegative ? -whole : whole) : Number(text.slice(start, end));
    start = end + 1;
    row += 1;
  }
  return column;
}

function endOf(text: string, from: number): number {
  const comma = text.indexOf(",", from);
  return comma < 0 ? text.length - 1 : comma;
}
