import { DomainError } from "@/domain/errors";
import type { Caller } from "@/domain/permissions";

/** The source that a caller reports for. Throws `source_required`: only a key belongs to one. */
export function reportingSource(caller: Caller): number {
  if (caller.source_id !== null) return caller.source_id;
  throw new DomainError({
    code: "source_required",
    errorClass: "authorization",
    message: "Reports need the key of a source.",
    hint: "Send `Authorization: Bearer <key>` with a key that has the scope `ingest`.",
  });
}
