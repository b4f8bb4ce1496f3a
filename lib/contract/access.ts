import { z } from "zod";
import { parseInstant } from "@/domain/instant";
import { CAPABILITIES, ROLES, SCOPES } from "@/domain/permissions";
import { isPlainName } from "@/domain/text";

export const role = z.enum(ROLES);
export const scope = z.enum(SCOPES);
export const capability = z.enum(CAPABILITIES);

/** A name people read: trimmed, on one line. */
export const displayName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(100, "must have at most 100 characters")
  .refine(isPlainName, "must be on one line, without characters that turn the reading direction");

/** A tenant, environment or service as events carry it. */
export const part = z
  .string()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .refine(isPlainName, "must not hold control characters");

/** null: not confined. A list: only these. An empty list would hide everything, so it is refused. */
const confinedTo = z.array(part).min(1, "give at least one, or null for no confinement").max(200).nullable();

export const confinement = z.object({
  tenants: confinedTo,
  environments: confinedTo,
  services: confinedTo,
});

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("must be an e-mail address").max(254))
  .meta({ example: "somebody@example.com" });

/** Length is what makes a password strong; no rule about its characters. */
export const newPassword = z
  .string()
  .min(10, "must have at least 10 characters")
  .max(128, "must have at most 128 characters");

/** RFC 3339 with an offset; canonical UTC with microseconds from here on. */
export const instant = z.string().transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed.iso;
  context.addIssue({ code: "custom", message: "must be RFC 3339 with an offset" });
  return z.NEVER;
});

export const idParams = z.object({ id: z.guid() });

export const sessionAnswer = z.object({
  kind: z.enum(["person", "key", "system"]),
  id: z.string(),
  name: z.string(),
  capabilities: z.array(capability),
  confinement: z.object({
    tenants: z.array(z.string()).nullable(),
    environments: z.array(z.string()).nullable(),
    services: z.array(z.string()).nullable(),
  }),
  pins: z.object({
    tenant: z.string().nullable(),
    environment: z.string().nullable(),
    service: z.string().nullable(),
  }),
  source_id: z.int().nullable(),
  /** Only people have these. */
  email: z.string().optional(),
  roles: z.array(role).optional(),
  /** The person's own zone, else the installation's. */
  time_zone: z.string(),
  unmapped_share_target: z.number(),
});
export type SessionAnswer = z.output<typeof sessionAnswer>;
