import { countUnread, listNoticeRows, type NoticeRow } from "@/db/queries/notices";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import type { NoticeData } from "@/domain/notice-kinds";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";

type ToldNotice = Omit<NoticeRow, "data"> & {
  data: Omit<NoticeData, "assigned_to_id"> & { assigned?: boolean };
};

export type NoticeList = { items: ToldNotice[]; next_cursor: string | null; unread: number };

/** What the caller was told of cases they see now, newest first. Throws `forbidden` for a key, `invalid_cursor`. */
export async function listNotices(
  { db, caller }: ServiceContext,
  input: { unread?: boolean | undefined; limit: number; cursor?: string | undefined },
): Promise<NoticeList> {
  if (caller.kind !== "person") throw forbiddenError();
  const before = decodeCursor<[number]>(input.cursor, [cursorPart.count])?.[0] ?? null;
  const reader = { person_id: caller.id, scope: caseScopeOf(caller) };
  const [rows, unread] = await Promise.all([
    listNoticeRows(db, reader, { unread: input.unread ?? false, before, limit: input.limit + 1 }),
    countUnread(db, reader),
  ]);
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  const more = rows.length > input.limit && last !== undefined;
  return {
    items: items.map((row) => ({ ...row, data: toldTo(caller.id, row) })),
    next_cursor: more ? encodeCursor([last.notice_id]) : null,
    unread,
  };
}

/** Who is asked to see to an escalated case is named by an id; a reader learns only whether it is they. */
function toldTo(reader_id: string, { kind, data }: NoticeRow): ToldNotice["data"] {
  const { assigned_to_id, ...told } = data;
  return kind === "escalated" ? { ...told, assigned: assigned_to_id === reader_id } : told;
}
