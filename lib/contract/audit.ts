import { z } from "zod";
import { instantParameter } from "@/domain/filters";

/** `GET /api/v1/audit`, newest first. */
export const auditQuery = z.object({
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  action: z.string().max(100).optional(),
  subject_kind: z.string().max(100).optional(),
  subject_id: z.string().max(300).optional(),
  /** Only what this actor did, as `person:<id>` or `key:<id>`. */
  actor: z
    .string()
    .regex(/^(person|key|system):\S{1,100}$/, "must be like person:<id>")
    .optional(),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

export const auditEntry = z.object({
  audit_id: z.int(),
  at: z.string(),
  actor_kind: z.enum(["person", "key", "system"]),
  actor_id: z.string(),
  actor_name: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditList = z.object({ items: z.array(auditEntry), next_cursor: z.string().nullable() });
export type AuditList = z.output<typeof auditList>;
