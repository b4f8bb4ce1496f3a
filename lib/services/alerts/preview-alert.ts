import { type AlertDefinition, limitOf } from "@/domain/alerts/condition";
import { piecesOf } from "@/domain/alerts/pieces";
import { caveatsOf, pointsOf, previewOf } from "@/domain/alerts/preview";
import { minuteToEvaluate } from "@/domain/alerts/resume";
import { isoFromMillis } from "@/domain/instant";
import { readAlertReadings } from "../alert-readings";
import { assertMayWatch, saidDefinition } from "../change-alert";
import type { ServiceContext } from "../context";

const LOOKED_BACK_MILLIS = 30 * 86_400_000;
const QUARTER = 15 * 60_000;
const FIRINGS_MOST = 200;
const POINTS_MOST = 360;

/**
 * What an alert would have done in the last 30 days, by the same steps as when it is evaluated and by what is known now.
 * Throws `alert_outside_your_part`, and `forbidden` for what the caller may not read.
 */
export async function previewAlert(ctx: ServiceContext, input: AlertDefinition) {
  const definition = saidDefinition(ctx, input);
  assertMayWatch(ctx, definition);
  const { condition } = definition;
  const now = ctx.now().getTime();
  const to = minuteToEvaluate(now);
  const from = Math.floor((to - LOOKED_BACK_MILLIS) / QUARTER) * QUARTER;
  const pieces = piecesOf(condition, from, to, now);
  const readings = await readAlertReadings(ctx.db, definition, pieces);
  const { firings, state, known_share } = previewOf(definition, from, readings);
  return {
    ...{ from: isoFromMillis(from), to: isoFromMillis(to) },
    fired: firings.length,
    firings: firings.slice(-FIRINGS_MOST).map(({ fired_at, resolved_at, ...values }) => ({
      ...{
        fired_at: isoFromMillis(fired_at),
        resolved_at: resolved_at === null ? null : isoFromMillis(resolved_at),
      },
      ...values,
    })),
    ...{ state, known_share, limit: limitOf(condition) },
    points: pointsOf(readings, { from, to, most: POINTS_MOST }).map(({ at, value }) => ({
      at: isoFromMillis(at),
      value,
    })),
    pieces: pieces.map((piece) => ({
      from: isoFromMillis(piece.from),
      to: isoFromMillis(piece.to),
      seconds: piece.seconds,
    })),
    caveats: caveatsOf(condition, pieces),
  };
}
