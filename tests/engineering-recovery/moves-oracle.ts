import {
  BACKOFF_SECONDS,
  BREAKER_WITHIN_A_MINUTE,
  type Move,
  type MoveRule,
  type Wait,
} from "@/domain/next-moves";

/** A failure as the oracle knows it; `at` in milliseconds. Rows are the newest first. */
export type OracleFailure = {
  event_id: string;
  at: number;
  turn: number | null;
  attempt: number | null;
  run_id: string | null;
  service: string;
  environment: string | null;
  tenant: string;
  tool: string;
  class: string;
  effect: string | null;
  unmapped: boolean;
  arguments_hash: string | null;
  idempotency_key: string | null;
  retry_after: number | null;
};
export type OracleWorld = {
  rows: readonly OracleFailure[];
  endings: readonly { at: number; run_id: string; tenant: string; tool: string; outcome: Move }[];
  calls: readonly { minute: number; count: number; tool: string; service: string; tenant: string }[];
  compensated: ReadonlySet<string>;
  read_only: readonly string[];
  now: number;
};
type Told = { move: Move | null; wait: Wait | null; next: OracleFailure | null; rules: MoveRule[] };

const MINUTE = 60_000;
const last = (value: number | null) => value ?? Number.POSITIVE_INFINITY;
/** The row's run in its order, as far as one looks. */
function runOf({ rows }: OracleWorld, row: OracleFailure): OracleFailure[] {
  const own = rows.filter(
    (one) => one.run_id === row.run_id && one.tenant === row.tenant && one.environment === row.environment,
  );
  const order = (one: OracleFailure, other: OracleFailure) =>
    one.at - other.at ||
    Math.sign(last(one.turn) - last(other.turn)) ||
    Math.sign(last(one.attempt) - last(other.attempt)) ||
    rows.indexOf(other) - rows.indexOf(one);
  return own.sort(order);
}
const ofTool = (world: OracleWorld, row: OracleFailure) =>
  runOf(world, row).filter(({ tool }) => tool === row.tool);

function retryOf(row: OracleFailure, next: OracleFailure | undefined): Move | null {
  if (next === undefined || next.at - row.at > 30 * MINUTE) return null;
  const both = (one: string | null, other: string | null) => one !== null && other !== null;
  const { arguments_hash: payload, idempotency_key: key } = row;
  const isSame = both(payload, next.arguments_hash) && payload === next.arguments_hash;
  if (both(key, next.idempotency_key) && key !== next.idempotency_key) return null;
  if (next.attempt !== null && next.attempt <= 1 && !isSame) return null;
  if (isSame) return "same_payload";
  return both(payload, next.arguments_hash) ? "other_payload" : "unknown_payload";
}

function moveOf(world: OracleWorld, row: OracleFailure): Move | null {
  const [run, same] = [runOf(world, row), ofTool(world, row)];
  const next = same[same.indexOf(row) + 1];
  const retry = retryOf(row, next);
  if (retry !== null) return retry;
  if (row.effect === "unknown" && world.compensated.has(row.event_id)) return "compensated";
  const until = Math.min(next?.at ?? Number.POSITIVE_INFINITY, row.at + 24 * 60 * MINUTE);
  const [ending] = world.endings
    .filter(({ run_id, tenant, tool, at }) => {
      const isOwn = run_id === row.run_id && tenant === row.tenant && tool === row.tool;
      return isOwn && at >= row.at && at <= until;
    })
    .sort((one, other) => one.at - other.at);
  if (ending !== undefined) return ending.outcome;
  const following = run[run.indexOf(row) + 1];
  if (following !== undefined && following.tool !== row.tool) return "other_tool";
  if (next !== undefined) return "another_call";
  return row.at < world.now - 5 * MINUTE ? "nothing" : null;
}

function isCrowded({ rows, calls }: OracleWorld, row: OracleFailure): boolean {
  const isOfPlace = (one: OracleFailure) =>
    one.tool === row.tool &&
    one.service === row.service &&
    one.environment === row.environment &&
    one.tenant === row.tenant;
  const failures = rows.filter(
    (one) => one.class === "system" && isOfPlace(one) && one.at <= row.at && one.at >= row.at - MINUTE,
  ).length;
  const made = calls.filter(
    ({ minute, ...one }) =>
      row.environment === null &&
      one.tool === row.tool &&
      one.service === row.service &&
      one.tenant === row.tenant &&
      minute <= row.at &&
      minute > row.at - 2 * MINUTE,
  );
  const isMost = made.length === 0 || made.reduce((sum, { count }) => sum + count, 0) <= 2 * failures;
  return failures >= BREAKER_WITHIN_A_MINUTE && isMost;
}

/** What came next after a failure and what that breaks, by looking through all others for it. */
export function tellByHand(world: OracleWorld, row: OracleFailure): Told {
  const same = ofTool(world, row);
  const place = same.indexOf(row);
  const [next, ...back] = [same[place + 1], same[place - 1], same[place - 2]];
  const move = moveOf(world, row);
  const retries = ["same_payload", "other_payload", "unknown_payload"];
  const isRetry = (one: OracleFailure | undefined) =>
    one !== undefined && retries.includes(String(moveOf(world, one)));
  const isRepeat = (one: OracleFailure | undefined) =>
    one !== undefined && ["same_payload", "unknown_payload"].includes(String(moveOf(world, one)));
  const waited = next === undefined ? Number.NaN : (next.at - row.at) / 1000;
  const [lastOne] = back;
  const isUnkeyed = row.effect === "unknown" && row.idempotency_key === null;
  const broken: Record<MoveRule, boolean> = {
    validation_unchanged: row.class === "validation" && move === "same_payload",
    validation_corrected_again:
      row.class === "validation" &&
      move === "other_payload" &&
      lastOne?.class === "validation" &&
      moveOf(world, lastOne) === "other_payload",
    authorization_retried: row.class === "authorization" && isRetry(row),
    unmapped_repeated: row.unmapped && isRepeat(row) && isRepeat(lastOne) && lastOne?.unmapped === true,
    unknown_effect_without_key: isUnkeyed && !world.read_only.includes(row.tool) && isRepeat(row),
    transient_without_backoff:
      row.class === "transient" && isRetry(row) && waited < (row.retry_after ?? BACKOFF_SECONDS),
    system_hammered:
      row.class === "system" &&
      isRetry(row) &&
      (back.every((one) => isRetry(one) && one?.class === "system") || isCrowded(world, row)),
  };
  const wait = row.retry_after === null ? "untold" : waited < row.retry_after ? "early" : "waited";
  return {
    move,
    wait: isRetry(row) ? wait : null,
    next: isRetry(row) ? (next ?? null) : null,
    rules: (Object.keys(broken) as MoveRule[]).filter((rule) => broken[rule]),
  };
}
