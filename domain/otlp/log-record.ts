/** Attributes by name. Of two with the same name the last counts, as in JSON. */
export type Attributes = ReadonlyMap<string, unknown>;

/**
 * One OpenTelemetry log record in plain values, the same whichever encoding it came in: integers beyond a double are
 * carried numbers, bytes base64, NaN and the infinities their names.
 */
export type LogRecord = {
  /** Of the process that wrote it. */
  resource: Attributes;
  /** Nanoseconds since 1970 in decimal digits; `0` where nobody said. */
  time_unix_nano: string;
  observed_time_unix_nano: string;
  event_name: string;
  body: unknown;
  attributes: Attributes;
  /** Lower case; null where it is missing, all zeros or none. */
  trace_id: string | null;
  span_id: string | null;
  /** Whether bytes in its texts were no UTF-8 and stand there as U+FFFD. */
  is_replaced: boolean;
};

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

/** An id of a trace as it is kept: the standard takes one of another length, or of zeros, as missing. */
export function traceIdOf(hex: string): string | null {
  const id = hex.toLowerCase();
  return TRACE_ID.test(id) ? id : null;
}

/** As `traceIdOf`, of a span. */
export function spanIdOf(hex: string): string | null {
  const id = hex.toLowerCase();
  return SPAN_ID.test(id) ? id : null;
}
