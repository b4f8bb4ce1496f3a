import { sql } from "drizzle-orm";
import { bigint, check, index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { NOTICE_KINDS, type NoticeData } from "@/domain/notice-kinds";
import { cases } from "./cases";
import { instant } from "./instant";

/** What one person is told within the console. `message_id`: the outbox row it came of, once each. */
export const notices = pgTable(
  "notices",
  {
    notice_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    person_id: text().notNull(),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    message_id: uuid(),
    /** Who did it; null: Errata. */
    by: text(),
    data: json().$type<NoticeData>().notNull(),
    created_at: instant().notNull(),
    read_at: instant(),
  },
  (table) => [
    index("notices_of_person").on(table.person_id, table.notice_id),
    index("notices_unread").on(table.person_id).where(sql`read_at is null`),
    uniqueIndex("notices_once").on(table.message_id, table.person_id).where(sql`message_id is not null`),
    check(
      "notices_kind",
      sql`${table.kind} in ('assigned', 'escalated', 'due_soon', 'overdue', 'settled', 'reopened', 'noted')`,
    ),
  ],
);
