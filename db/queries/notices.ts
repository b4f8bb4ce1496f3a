import { and, desc, eq, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { notices } from "@/db/schema/notices";
import type { CaseScope } from "@/domain/case-scope";
import { type NoticeData, type NoticeKind, TOLD_TEXT_MOST } from "@/domain/notice-kinds";
import { withinScope } from "./case-scope";
import type { Actor } from "./change-cases";
import { insertNotices } from "./insert-notices";
import type { TakenMessage } from "./outbox";

/** Woken when this person is told something, or has read it elsewhere. */
export function topicOfNotices(person_id: string): string {
  return `notices:${person_id}`;
}

/** Who is told what becomes of a case `c`: who watches it, sees to it or reported it. Keys among them are no people. */
const followers: SQL = sql`(select w.person_id from watches w where w.case_id = c.case_id
  union select c.assigned_to_id where c.assigned_to_id is not null
  union select reporter_id from unnest(c.reporter_ids) as reporter_id)`;

/** Whoever cannot sign in any more is told nothing. */
const present: SQL = sql`people on people.id::text = p.person_id and people.disabled_at is null`;

export type Told = {
  kind: NoticeKind;
  told: readonly { case_id: string; data: NoticeData }[];
  by: Actor;
  now: string;
  /** What it is a part of: then each person is told once of the whole. */
  bulk_id?: string | undefined;
  /** People who are told in any case. */
  to: readonly string[];
  /** Whether those who follow the case are told as well. */
  followers: boolean;
};

/** Tells people what somebody just did, in the transaction of it; never themselves. The topics to publish. */
export async function tellOfCases(tx: Transaction, { kind, told, by, now, ...who }: Told): Promise<string[]> {
  if (told.length === 0) return [];
  const named = sql`select person_id from unnest(${sql.param([...who.to])}::text[]) as person_id`;
  const rows = await insertNotices(
    tx,
    sql`select distinct on (c.case_id, p.person_id) p.person_id, ${kind}::text as kind, c.case_id, c.deadline_at,
      null::uuid as message_id, ${who.bulk_id ?? null}::text::uuid as bulk_id, ${by.name}::text as by, told.data,
      ${now}::text::timestamptz as created_at
    from json_to_recordset(${JSON.stringify(told)}::text::json) as told(case_id uuid, data json)
    join cases c on c.case_id = told.case_id
    cross join lateral (${named} ${who.followers ? sql`union ${followers}` : sql``}) p
    join ${present}
    where p.person_id <> ${by.id}`,
  );
  return topicsOf(rows);
}

const KIND_OF: Readonly<Record<string, NoticeKind>> = {
  "case.settled": "settled",
  "case.reopened": "reopened",
  "case.due_soon": "due_soon",
  "case.overdue": "overdue",
};

/**
 * Makes notices of what the outbox says, in the transaction that takes it: for those who follow the case, but not
 * for who did it. Taken again, it adds nothing; of a bulk verdict each is told once, of the whole. Answers the topics
 * to publish after the commit.
 */
export async function noticesOf(tx: Transaction, messages: readonly TakenMessage[]): Promise<string[]> {
  const items = messages.flatMap(({ message_id, type, case_id, verdict_id, data, created_at }) => {
    const kind = KIND_OF[type];
    return kind === undefined || case_id === null
      ? []
      : [{ message_id, kind, case_id, verdict_id, created_at, data: toldOf(kind, data as NoticeData) }];
  });
  if (items.length === 0) return [];
  // Who reopened is named by the audit entry of that transaction: a verdict is superseded once. Their reason is their
  // note of the same instant; and what a bulk verdict settled has its outcome there and its message here from one.
  const rows = await insertNotices(
    tx,
    sql`select p.person_id, m.kind, c.case_id, c.deadline_at, m.message_id, actor.name as by, m.created_at,
      case when why.text is null then m.data else (m.data::jsonb || jsonb_build_object('text', why.text))::json end as data,
      (select b.bulk_id from bulk_items i join bulk_actions b on b.bulk_id = i.bulk_id and b.kind = 'verdict'
      where m.kind = 'settled' and i.case_id = c.case_id and i.outcome = 'done' and i.at = m.created_at
      limit 1) as bulk_id
    from json_to_recordset(${JSON.stringify(items)}::text::json) as m(message_id uuid, kind text, case_id uuid,
      verdict_id uuid, created_at timestamptz, data json)
    join cases c on c.case_id = m.case_id
    left join lateral (
      select coalesce(v.approved_by_id, v.by_id) as id, coalesce(v.approved_by, v.by) as name
      from verdicts v where m.kind = 'settled' and v.verdict_id = m.verdict_id
      union all
      (select a.actor_id, nullif(a.actor_name, 'Errata') from audit a
      where m.kind = 'reopened' and a.subject_kind = 'case' and a.subject_id = c.case_id::text
        and a.action = 'case.reopened' and a.details ->> 'superseded_verdict_id' = m.verdict_id::text
      order by a.audit_id desc limit 1)
    ) actor on true
    left join lateral (
      select left(n.text, ${TOLD_TEXT_MOST}) as text from notes n
      where m.kind = 'reopened' and n.case_id = c.case_id and n.created_at = m.created_at
        and n.kind in ('reopening', 'report')
      order by n.note_id limit 1
    ) why on true
    cross join lateral ${followers} p
    join ${present}
    where p.person_id is distinct from actor.id`,
  );
  return topicsOf(rows);
}

/** What a reader needs of it; the rest is read from the case as it is then. */
function toldOf(kind: NoticeKind, data: NoticeData): NoticeData {
  const { verdict, reopened_because, deadline_at } = data;
  if (kind === "settled") return verdict ? { verdict } : {};
  if (kind === "reopened") return reopened_because ? { reopened_because } : {};
  return deadline_at ? { deadline_at } : {};
}

const topicsOf = (rows: readonly { person_id: string }[]): string[] => [
  ...new Set(rows.map(({ person_id }) => topicOfNotices(person_id))),
];

/** Whose notices: of cases that are out of the person's reach by now nothing is shown. */
export type NoticeReader = { person_id: string; scope: CaseScope };

const ofReader = ({ person_id, scope }: NoticeReader): SQL | undefined =>
  and(eq(notices.person_id, person_id), withinScope(scope));

export type NoticeRow = Awaited<ReturnType<typeof listNoticeRows>>[number];

/** Newest first, below `before`. */
export function listNoticeRows(
  db: Database,
  reader: NoticeReader,
  page: { unread: boolean; before: number | null; limit: number },
) {
  return db
    .select({
      ...{ notice_id: notices.notice_id, kind: notices.kind, case_id: notices.case_id, by: notices.by },
      ...{ data: notices.data, created_at: notices.created_at, read_at: notices.read_at },
      ...{
        tool: cases.tool,
        tenant: cases.tenant,
        idempotency_key: cases.idempotency_key,
        state: cases.state,
      },
      deadline_at: cases.deadline_at,
    })
    .from(notices)
    .innerJoin(cases, eq(cases.case_id, notices.case_id))
    .where(
      and(
        ofReader(reader),
        page.unread ? isNull(notices.read_at) : undefined,
        page.before === null ? undefined : lt(notices.notice_id, page.before),
      ),
    )
    .orderBy(desc(notices.notice_id))
    .limit(page.limit);
}

/** Beyond this nobody counts. */
const MOST_UNREAD = 1000;

/** How many are unread, at most 1,000. */
export async function countUnread(db: Database, reader: NoticeReader): Promise<number> {
  const unread = db
    .select({ one: sql`1`.as("one") })
    .from(notices)
    .innerJoin(cases, eq(cases.case_id, notices.case_id))
    .where(and(ofReader(reader), isNull(notices.read_at)))
    .limit(MOST_UNREAD)
    .as("unread");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(unread);
  return row?.count ?? 0;
}

/** Marks one's own notices as read: these, or all up to one; how many were not yet. */
export async function readNoticeRows(
  db: Database,
  person_id: string,
  which: { notice_ids: readonly number[] } | { up_to: number | null },
  now: string,
): Promise<number> {
  const chosen =
    "notice_ids" in which
      ? inArray(notices.notice_id, [...which.notice_ids])
      : which.up_to === null
        ? undefined
        : lte(notices.notice_id, which.up_to);
  const rows = await db
    .update(notices)
    .set({ read_at: now })
    .where(and(eq(notices.person_id, person_id), isNull(notices.read_at), chosen))
    .returning({ notice_id: notices.notice_id });
  return rows.length;
}
