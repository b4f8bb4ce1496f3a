import { randomUUID } from "node:crypto";
import type { Transaction } from "@/db/client";
import { type NewAlertChange, recordAlertChanges } from "@/db/queries/alert-changes";
import { listDueAlerts, storeEvaluation } from "@/db/queries/alert-evaluation";
import { beginFiring, endFiring, raisePeak, tellFiring } from "@/db/queries/alert-firings";
import { ALERTS_TOPIC, type AlertRow } from "@/db/queries/alerts";
import { evaluate, type Standing, type StateChange } from "@/domain/alerts/evaluate";
import { piecesOf } from "@/domain/alerts/pieces";
import type { AlertReading } from "@/domain/alerts/reading";
import { CLOCK_MILLIS, minuteToEvaluate, resume, saidAt } from "@/domain/alerts/resume";
import { instantFromDate, isoFromMillis, microsOf } from "@/domain/instant";
import { readAlertReadings } from "../alert-readings";
import type { Runtime } from "../context";

type Evaluating = Runtime & { now: () => Date };

/**
 * Evaluates every alert up to the last minute that is over, each in a transaction of its own, which changes its state, adds
 * to its history and leaves what webhooks are told, or does nothing because somebody else did (docs/alerts.md). One that
 * fails does not hold up the others; its failure is thrown at the end.
 */
export async function evaluateAlerts(rt: Evaluating, signal?: AbortSignal): Promise<void> {
  const minute = minuteToEvaluate(rt.now().getTime());
  const due = await listDueAlerts(rt.db, isoFromMillis(minute), isoFromMillis(minute + CLOCK_MILLIS));
  const failures: unknown[] = [];
  for (const alert of due) {
    if (signal?.aborted) return;
    await evaluateAlert(rt, alert, minute).catch((thrown: unknown) => failures.push(thrown));
  }
  if (due.length > failures.length) rt.hub.publish(ALERTS_TOPIC);
  if (failures.length > 0) throw failures[0];
}

async function evaluateAlert(rt: Evaluating, alert: AlertRow, minute: number): Promise<void> {
  const evaluated_to = alert.evaluated_to === null ? null : millisOf(alert.evaluated_to);
  const was = { standing: standingOf(alert), evaluated_to };
  const { from, standing } = resume(was, minute);
  const pieces = piecesOf(alert.condition, from, minute, rt.now().getTime());
  const readings = await readAlertReadings(rt.db, alert, pieces);
  const last = readings.at(-1);
  if (last === undefined) return;
  const { standing: reached, changes } = evaluate(alert, standing, readings);
  const outcome = {
    standing: { ...reached, since: saidAt(reached.since, was) },
    changes: changes.map((change) => ({ ...change, at: saidAt(change.reading.at, was) })),
    readings,
    last,
  };
  const now = instantFromDate(rt.now()).iso;
  await rt.db.transaction((tx) => store(tx, alert, outcome, now));
}

/** A change with when it is said to have been. */
type SaidChange = StateChange & { at: number };
type Outcome = {
  standing: Standing;
  changes: SaidChange[];
  readings: readonly AlertReading[];
  last: AlertReading;
};

async function store(tx: Transaction, read: AlertRow, outcome: Outcome, now: string): Promise<void> {
  const { standing, readings, last } = outcome;
  const changes = outcome.changes.map((change) => ({
    ...change,
    firing_id: change.to === "firing" ? randomUUID() : null,
  }));
  const begun = changes.findLast(({ firing_id }) => firing_id !== null)?.firing_id ?? null;
  const alert = await storeEvaluation(tx, read, {
    ...columnsOf(standing),
    ...{ evaluated_to: isoFromMillis(last.at), reading: storedOf(last) },
    ...(begun === null ? {} : { firing_id: begun }),
  });
  if (alert === null) return;
  const isMuted = alert.muted_until !== null && alert.muted_until > now;
  const history: NewAlertChange[] = [];
  let firing_id = read.firing_id;
  let since = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    // Before it is over, for then its peak stands; minutes that are made up for count like any other.
    if (change.from === "firing") await keepPeak(tx, firing_id, readings, since, change.reading.at);
    if (change.to === "firing") since = change.reading.at;
    firing_id = change.firing_id ?? firing_id;
    history.push(await applyChange(tx, alert, { ...change, firing_id, tell: !isMuted }, now));
  }
  await recordAlertChanges(tx, history, now);
  if (alert.state !== "firing" || alert.firing_id === null) return;
  await keepPeak(tx, alert.firing_id, readings, since, last.at);
  if (!isMuted) await tellFiring(tx, alert, alert.firing_id, now);
}

/** Keeps the highest value that was known while it fired, from the reading at `since` to the one at `until`. */
async function keepPeak(
  tx: Transaction,
  firing_id: string | null,
  readings: readonly AlertReading[],
  since: number,
  until: number,
): Promise<void> {
  const known = readings.flatMap(({ at, value }) =>
    value !== null && at >= since && at <= until ? [value] : [],
  );
  if (firing_id !== null && known.length > 0) await raisePeak(tx, firing_id, Math.max(...known));
}

/** Makes one change of state true, and answers what the history says of it. */
async function applyChange(
  tx: Transaction,
  alert: AlertRow,
  change: SaidChange & { firing_id: string | null; tell: boolean },
  now: string,
): Promise<NewAlertChange> {
  const { from, to, reading, firing_id, tell } = change;
  const at = isoFromMillis(change.at);
  const { value, no_data } = reading;
  const entry = { alert_id: alert.alert_id, kind: to, at, value, no_data };
  if (to === "firing" && firing_id !== null && value !== null) {
    await beginFiring(tx, alert, { firing_id, fired_at: at, value, tell }, now);
    return { ...entry, firing_id, told: tell };
  }
  if (from !== "firing" || firing_id === null) return entry;
  const ended = await endFiring(tx, alert, { firing_id, resolved_at: at, because: "cleared" }, now);
  return { ...entry, firing_id, resolved_because: "cleared", told: ended?.told_at != null };
}

const millisOf = (iso: string) => microsOf(iso) / 1000;
const millisOrNull = (iso: string | null) => (iso === null ? null : millisOf(iso));
const isoOrNull = (at: number | null) => (at === null ? null : isoFromMillis(at));

function standingOf(alert: AlertRow): Standing {
  return {
    state: alert.state,
    since: millisOf(alert.state_since),
    over_since: millisOrNull(alert.over_since),
    clear_since: millisOrNull(alert.clear_since),
    unknown_since: millisOrNull(alert.unknown_since),
  };
}

function columnsOf({ state, since, over_since, clear_since, unknown_since }: Standing) {
  return {
    state,
    state_since: isoFromMillis(since),
    over_since: isoOrNull(over_since),
    clear_since: isoOrNull(clear_since),
    unknown_since: isoOrNull(unknown_since),
  };
}

function storedOf({ value, no_data, numerator, denominator }: AlertReading) {
  return { value, no_data, numerator, denominator };
}
