import { bigint, customType, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytewiseText } from "./events";
import { instant } from "./instant";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The columns of a record; `kept_frames` has the same. */
export const frameColumns = () => ({
  reference: bytewiseText().notNull(),
  captured_at: instant().notNull(),
  frames_id: uuid().notNull(),
  source_id: integer().notNull(),
  received_at: instant().notNull(),
  event_id: uuid(),
  skeleton: bytewiseText().notNull(),
  content_hash: bigint({ mode: "bigint" }).notNull(),
  tool: text(),
  tenant: text(),
  environment: text(),
  service: text(),
  language: text(),
  /** Outermost exception type, for lists without opening the payload. */
  exception_type: text(),
  /** 64 bits over tool, exception type and top frame without what moves (`domain/fingerprint.ts`); null where no frame says. */
  fingerprint: bigint({ mode: "bigint" }),
  /** The frame that the fingerprint was made of, as people read it. */
  top_frame: text(),
  /** gzip of the JSON of a `FramesPayload`, scrubbed (`domain/frames-payload.ts`). */
  payload: bytea().notNull(),
});

/**
 * Exception chains with their stack frames and redacted arguments, for engineers. No foreign key to events:
 * either may come first, or alone (DESIGN 10).
 */
export const frames = pgTable("frames", frameColumns(), (table) => [
  primaryKey({ columns: [table.reference, table.captured_at, table.frames_id] }),
  index("frames_by_skeleton").on(table.skeleton),
  index("frames_by_fingerprint").on(table.fingerprint, table.captured_at),
]);
