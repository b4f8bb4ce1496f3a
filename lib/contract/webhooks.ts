import { z } from "zod";
import {
  DELIVERY_STATES,
  DROPPED_BECAUSE,
  ROTATION_HOURS,
  ROTATION_HOURS_MOST,
  WEBHOOK_STATES,
  WEBHOOK_TYPES,
} from "@/domain/webhook";
import { displayName, instant, part } from "./access";
import { toolName } from "./queue-parts";

const LIMIT_MAX = 200;
const URL_MAX = 2_048;

const url = z
  .string()
  .trim()
  .max(URL_MAX, `must have at most ${URL_MAX} characters`)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    "must be an https address",
  )
  .meta({ example: "https://receiver.example/errata" });

const types = z
  .array(z.enum(WEBHOOK_TYPES))
  .min(1, "give at least one")
  .transform((chosen) => WEBHOOK_TYPES.filter((type) => chosen.includes(type)));

/** null: whatever it is. A list: only these; a message without that part does not pass. */
const only = <T extends z.ZodType>(value: T) =>
  z.array(value).min(1, "give at least one, or null for all").max(100).nullable();

const filters = {
  tenants: only(part),
  environments: only(part),
  services: only(part),
  tools: only(toolName),
};

/** `POST /api/v1/webhooks`. Strict, for a mistyped filter would be none. */
export const newWebhook = z.strictObject({
  name: displayName,
  url,
  types,
  tenants: filters.tenants.default(null),
  environments: filters.environments.default(null),
  services: filters.services.default(null),
  tools: filters.tools.default(null),
});
export type NewWebhook = z.input<typeof newWebhook>;

/** `PATCH /api/v1/webhooks/{id}`: what is left out stays. With `version`, only if nobody else changed it. */
export const webhookChange = z
  .strictObject({ name: displayName, url, types, ...filters, version: z.int32() })
  .partial();
export type WebhookChange = z.input<typeof webhookChange>;

export const webhook = z.object({
  subscription_id: z.guid(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  tenants: z.array(z.string()).nullable(),
  environments: z.array(z.string()).nullable(),
  services: z.array(z.string()).nullable(),
  tools: z.array(z.string()).nullable(),
  /** `disabled`: the receiver answered 410. */
  state: z.enum(WEBHOOK_STATES),
  /** Nothing was taken for five days. */
  failing: z.boolean(),
  /** Since when every try failed; null while the last one worked. */
  failing_since: z.string().nullable(),
  last_delivered_at: z.string().nullable(),
  /** Messages that wait for their first or next try; counted up to 1,000. */
  waiting: z.int(),
  paused_at: z.string().nullable(),
  paused_by: z.string().nullable(),
  disabled_at: z.string().nullable(),
  /** Until when the secret before the last rotation signs as well. */
  previous_secret_until: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  version: z.int(),
});
export type Webhook = z.output<typeof webhook>;

export const webhookList = z.object({ items: z.array(webhook), next_cursor: z.null() });
export type WebhookList = z.output<typeof webhookList>;

/** The answer to making one, or to a rotation: the only time that the secret is shown. */
export const webhookWithSecret = webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

/** `POST /api/v1/webhooks/{id}/secret`; 0 hours: the old one ends at once, because it leaked. */
export const rotation = z
  .strictObject({ keep_hours: z.int().min(0).max(ROTATION_HOURS_MOST).default(ROTATION_HOURS) })
  .default({ keep_hours: ROTATION_HOURS });

export const deliveryTry = z.object({
  try_number: z.int(),
  started_at: z.string(),
  duration_ms: z.int(),
  /** Null when nothing was answered. */
  status: z.int().nullable(),
  /** Null when the receiver took it; else a code such as `timed_out`, `address_refused` or `gone`. */
  error: z.string().nullable(),
  /** The beginning of what came back, scrubbed. */
  response: z.string().nullable(),
  /** Who asked for it; null: the schedule. */
  by: z.string().nullable(),
});
export type DeliveryTry = z.output<typeof deliveryTry>;

const shortTry = deliveryTry.omit({ response: true });

/** What came of one try by hand; `response` only for those who manage webhooks. */
export const sentTry = deliveryTry.omit({ try_number: true }).partial({ response: true });
export type SentTry = z.output<typeof sentTry>;

/** `POST /api/v1/webhooks/{id}/test` */
export const testedWebhook = sentTry.extend({ delivery_id: z.guid() });

export const delivery = z.object({
  delivery_id: z.guid(),
  subscription_id: z.guid(),
  /** What receivers get as `webhook-id`, on every try. */
  message_id: z.guid(),
  type: z.string(),
  case_id: z.guid().nullable(),
  verdict_id: z.guid().nullable(),
  state: z.enum(DELIVERY_STATES),
  /** Why it is not sent any more. */
  dropped_because: z.enum(DROPPED_BECAUSE).nullable(),
  created_at: z.string(),
  next_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
});

export const deliveryItem = delivery.extend({ last_try: shortTry.nullable() });
export type DeliveryItem = z.output<typeof deliveryItem>;

export const deliveryList = z.object({ items: z.array(deliveryItem), next_cursor: z.string().nullable() });
export type DeliveryList = z.output<typeof deliveryList>;

/** One delivery with the text that is sent and all its tries, in their order. */
export const deliveryDetail = delivery.extend({ body: z.string(), tries: z.array(deliveryTry) });
export type DeliveryDetail = z.output<typeof deliveryDetail>;

export const deliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
export type DeliveriesQuery = z.input<typeof deliveriesQuery>;

export const deliveryParams = z.object({ id: z.guid(), delivery_id: z.guid() });

/** `POST /api/v1/webhooks/{id}/resend`: all that failed since then, so many at a time. */
export const resendBody = z.strictObject({ since: instant });
export const resent = z.object({
  resent: z.int(),
  /** Whether there are more: ask again. */
  more: z.boolean(),
});
export type Resent = z.output<typeof resent>;

/** What a case's page shows: what was told to whom. `response` only for those who manage webhooks. */
export const caseDelivery = delivery.extend({
  /** The subscription's name. */
  subscription: z.string(),
  removed: z.boolean(),
  tries: z.array(shortTry.extend({ response: z.string().nullable().optional() })),
});
export type CaseDelivery = z.output<typeof caseDelivery>;

export const caseDeliveryList = z.object({ items: z.array(caseDelivery), next_cursor: z.null() });
export type CaseDeliveryList = z.output<typeof caseDeliveryList>;

export const caseDeliveryParams = z.object({
  case_id: z.guid().transform((id) => id.toLowerCase()),
  delivery_id: z.guid(),
});
