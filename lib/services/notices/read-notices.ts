import { countUnread, readNoticeRows, topicOfNotices } from "@/db/queries/notices";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

export type ReadNoticesInput = { notice_ids: readonly number[] } | { all: true; up_to?: number | undefined };

/** Marks the caller's notices as read; doing it again changes nothing. Throws `forbidden` for a key. */
export async function readNotices(ctx: ServiceContext, input: ReadNoticesInput): Promise<{ unread: number }> {
  const { caller, db } = ctx;
  if (caller.kind !== "person") throw forbiddenError();
  const which = "notice_ids" in input ? input : { up_to: input.up_to ?? null };
  const read = await readNoticeRows(db, caller.id, which, instantFromDate(ctx.now()).iso);
  if (read > 0) publishTopics(ctx, [topicOfNotices(caller.id)]);
  const reader = { person_id: caller.id, scope: caseScopeOf(caller) };
  return { unread: await countUnread(db, reader) };
}
