import { z } from "zod";
import { ALERT_KINDS, HOLD_MINUTES_MOST } from "@/domain/alerts/condition";
import { ALERT_CHANGE_KINDS, ALERT_STATES, NO_DATA_REASONS, RESOLVED_BECAUSE } from "@/domain/alerts/states";
import { anyOf } from "@/domain/filters";
import { displayName, instant, part } from "./access";
import { alertCondition } from "./alert-condition";
import { optionalText, toolName } from "./queue-parts";

/** Null or left out: wherever it happens. */
const place = {
  tenant: part.nullable().default(null),
  environment: part.nullable().default(null),
  service: part.nullable().default(null),
  tool: toolName.nullable().default(null),
};

/** What decides when an alert fires. `POST /api/v1/alerts/preview`. */
export const alertDefinition = z.strictObject({
  condition: alertCondition,
  ...place,
  /** How long the value must lie above the limit before the alert fires. */
  for_minutes: z.int().min(0).max(HOLD_MINUTES_MOST).default(0),
  /** How long it must be known to lie no longer above before the alert resolves. */
  resolve_after_minutes: z.int().min(0).max(HOLD_MINUTES_MOST).default(10),
});
export type AlertDefinitionBody = z.input<typeof alertDefinition>;

/** `POST /api/v1/alerts`. */
export const newAlert = alertDefinition.extend({ name: displayName });
export type NewAlert = z.input<typeof newAlert>;

/**
 * `PUT /api/v1/alerts/{alert_id}`: the whole alert. 409 `alert_changed` when it is no longer at `version`. Whatever else
 * than the name is changed makes it a new alert: it ends a firing and is evaluated anew.
 */
export const alertChange = newAlert.extend({ version: z.int32() });
export type AlertChangeBody = z.input<typeof alertChange>;

/** `GET`, `PUT` and `DELETE /api/v1/alerts/{alert_id}`. */
export const alertParams = z.object({ alert_id: z.guid().transform((id) => id.toLowerCase()) });

/** `PUT /api/v1/alerts/{alert_id}/mute`; `DELETE` unmutes. At most a year ahead. */
export const muteBody = z.strictObject({ until: instant, note: optionalText(500) });
export type MuteBody = z.input<typeof muteBody>;

/** `POST /api/v1/alerts/{alert_id}/acknowledge`: of this very firing; 409 when it has ended or was acknowledged. */
export const acknowledgeBody = z.strictObject({ firing_id: z.guid(), note: optionalText(500) });
export type AcknowledgeBody = z.input<typeof acknowledgeBody>;

/** What was measured, and what of. */
export const alertReading = z.object({
  /** The minute up to which it was measured. */
  at: z.string(),
  /** A share, failures per minute or hour, silent codes, leaking places, cases; null: nothing is known. */
  value: z.number().nullable(),
  /** Why nothing is known; null when the value is. */
  no_data: z.enum(NO_DATA_REASONS).nullable(),
  /** `unmapped_share`: unmapped of failures; `rate`: of the code or class of all failures there. Else null. */
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
});
export type AlertReadingAnswer = z.output<typeof alertReading>;

export const alertFiring = z.object({
  firing_id: z.guid(),
  fired_at: z.string(),
  /** The value with which it fired, and the highest since. */
  value: z.number(),
  peak: z.number(),
  /** When webhooks and people were told; null: not, because it is muted. */
  told_at: z.string().nullable(),
  acknowledged_at: z.string().nullable(),
  acknowledged_by: z.string().nullable(),
  acknowledged_note: z.string().nullable(),
  resolved_at: z.string().nullable(),
  resolved_because: z.enum(RESOLVED_BECAUSE).nullable(),
});
export type AlertFiring = z.output<typeof alertFiring>;

/** As read back: nothing is left out. */
const storedPlace = {
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  tool: z.string().nullable(),
};

export const alert = z.object({
  alert_id: z.guid(),
  name: z.string(),
  condition: alertCondition,
  ...storedPlace,
  for_minutes: z.int(),
  resolve_after_minutes: z.int(),
  state: z.enum(ALERT_STATES),
  state_since: z.string(),
  /** The last measurement; null until the first. A `firing` alert without a value stays firing: nothing says it is over. */
  reading: alertReading.nullable(),
  /** Since when nothing is known; null while something is. */
  unknown_since: z.string().nullable(),
  /** The firing that lasts, or the last one; null: it never fired. */
  firing: alertFiring.nullable(),
  /** Firings that began in the last 30 days. */
  fired_lately: z.int(),
  /** Whether a webhook that is neither paused nor disabled would be sent it when it fires now. */
  webhook_listens: z.boolean(),
  /** Null when it is not muted now. */
  muted_until: z.string().nullable(),
  muted_by: z.string().nullable(),
  mute_note: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
  version: z.int(),
  /** Whether the caller may change, mute and acknowledge it. */
  may_change: z.boolean(),
});
export type Alert = z.output<typeof alert>;

/** A new alert's body with a sentence that says what for. */
export const suggestedAlert = z.object({ why: z.string(), alert: newAlert });
export type SuggestedAlert = z.output<typeof suggestedAlert>;

/** `GET /api/v1/alerts`: those in one of these states, or all. */
export const alertListQuery = z.object({ state: anyOf(z.enum(ALERT_STATES)) });

/** `GET /api/v1/alerts`: firing first, then pending, no data, resolved, ok; by name. At most 200 there are. */
export const alertList = z.object({
  items: z.array(alert),
  /** Offered to whoever may make alerts and where none is like it; to be sent as they are. Empty when states are asked for. */
  suggested: z.array(suggestedAlert),
  /** Whether the caller may make alerts, and for the whole installation. */
  may_change: z.boolean(),
  may_change_installation: z.boolean(),
  next_cursor: z.null(),
});
export type AlertList = z.output<typeof alertList>;

/** `GET /api/v1/alerts/history`: newest first. */
export const alertHistoryQuery = z.object({
  alert_id: z
    .guid()
    .transform((id) => id.toLowerCase())
    .optional(),
  kind: anyOf(z.enum(ALERT_CHANGE_KINDS)),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type AlertHistoryQuery = z.output<typeof alertHistoryQuery>;

export const alertChangeItem = z.object({
  change_id: z.int(),
  alert_id: z.guid(),
  /** As it is named now, or was when it was removed. */
  name: z.string(),
  alert_kind: z.enum(ALERT_KINDS),
  removed: z.boolean(),
  kind: z.enum(ALERT_CHANGE_KINDS),
  /** The minute to which it was measured, or when a person did it. */
  at: z.string(),
  firing_id: z.guid().nullable(),
  /** Of changes of state. */
  value: z.number().nullable(),
  no_data: z.enum(NO_DATA_REASONS).nullable(),
  resolved_because: z.enum(RESOLVED_BECAUSE).nullable(),
  /** Whether webhooks and people were told of this firing or its end. */
  told: z.boolean(),
  /** To how many webhooks it was sent; null: not sent yet, or from before this was kept. */
  webhooks: z.int().nullable(),
  /** Who did it; null: Errata, by measuring. */
  by: z.string().nullable(),
  /** `acknowledged`, `muted`: the note. */
  note: z.string().nullable(),
  /** `muted`: until when. */
  until: z.string().nullable(),
});
export type AlertChangeItem = z.output<typeof alertChangeItem>;

export const alertHistory = z.object({
  items: z.array(alertChangeItem),
  next_cursor: z.string().nullable(),
});
export type AlertHistory = z.output<typeof alertHistory>;

export const previewFiring = z.object({
  fired_at: z.string(),
  /** Null: it would be firing now. */
  resolved_at: z.string().nullable(),
  value: z.number(),
  peak: z.number(),
});

/** How finely the past is known: to the minute while minutes are kept, to the quarter hour before. */
export const previewPiece = z.object({ from: z.string(), to: z.string(), seconds: z.int() });

/** `POST /api/v1/alerts/preview`: what the alert would have done in the last 30 days, by the data as it is known now. */
export const alertPreview = z.object({
  from: z.string(),
  to: z.string(),
  /** How often it would have fired; `firings` holds the newest 200. */
  fired: z.int(),
  firings: z.array(previewFiring),
  /** Where it would stand now. */
  state: z.enum(ALERT_STATES),
  /** The share of the time in which anything was known. */
  known_share: z.number(),
  /** The limit of the condition, to be drawn beside the points. */
  limit: z.number(),
  /** The highest known value in each step, oldest first, at most 360; null: nothing known in the whole step. */
  points: z.array(z.object({ at: z.string(), value: z.number().nullable() })),
  pieces: z.array(previewPiece),
  /** What the preview cannot know, each a sentence; empty when it is exact. */
  caveats: z.array(z.string()),
});
export type AlertPreview = z.output<typeof alertPreview>;
