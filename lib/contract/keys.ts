import { z } from "zod";
import { ITEMS_PER_MINUTE_MOST } from "@/domain/allowance";
import { displayName, instant, part, scope } from "./access";

/** Requests and reported items a minute, in each process. */
const itemsPerMinute = z
  .int()
  .min(1, "must be at least 1, or null for the default")
  .max(ITEMS_PER_MINUTE_MOST);

/** `POST /api/v1/keys`. The source is made when it is new; left out, it is named like the key. Strict, for a mistyped pin would be none. */
export const newKey = z
  .strictObject({
    name: displayName,
    source: displayName.optional(),
    scopes: z
      .array(scope)
      .min(1, "give at least one")
      .transform((scopes) => [...new Set(scopes)]),
    tenant: part.nullish().transform((value) => value ?? null),
    environment: part.nullish().transform((value) => value ?? null),
    service: part.nullish().transform((value) => value ?? null),
    expires_at: instant.nullish().transform((value) => value ?? null),
    items_per_minute: itemsPerMinute.nullish().transform((value) => value ?? null),
  })
  .transform((input) => ({ ...input, source: input.source ?? input.name }));
export type NewKey = z.input<typeof newKey>;

/** `PATCH /api/v1/keys/{id}`. null: the installation's default. */
export const keyChange = z.strictObject({ items_per_minute: itemsPerMinute.nullable() });
export type KeyChange = z.output<typeof keyChange>;

export const key = z.object({
  key_id: z.guid(),
  name: z.string(),
  /** The first characters, for telling keys apart. */
  prefix: z.string(),
  source_id: z.int(),
  source: z.string(),
  scopes: z.array(scope),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  /** Requests and reported items a minute, in each process; null: the installation's default. */
  items_per_minute: z.int().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** To the minute. */
  last_used_at: z.string().nullable(),
});
export type Key = z.output<typeof key>;

/** The answer to making a key: the only time it is shown. */
export const createdKey = key.extend({ key: z.string() });
export type CreatedKey = z.output<typeof createdKey>;

export const keyList = z.object({ items: z.array(key), next_cursor: z.null() });
export type KeyList = z.output<typeof keyList>;

export const source = z.object({ source_id: z.int(), name: z.string(), created_at: z.string() });
export const sourceList = z.object({ items: z.array(source), next_cursor: z.null() });
export type SourceList = z.output<typeof sourceList>;
