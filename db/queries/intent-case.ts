import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import { instantFromPostgres } from "@/domain/instant";
import { type Generation, generationAt, type IntentParts } from "@/domain/intent";
import { keyLifeOf } from "./intent-attempts";
import { intentHash } from "./intent-hash";
import type { CaseOfEvent } from "./references";

export type CaseOfIntent = Omit<CaseOfEvent, "event_id" | "source_id">;

type Of = Omit<IntentParts, "lone_event" | "tool"> & { tool: string; occurred_at: string };

/**
 * The case of the intent that this attempt belongs to by its time, whether or not it is among the case's attempts: one
 * that was told before anybody doubted has no case of its own (CONTRACT "Cases"). Null where its key's life has none. By
 * `cases_one_per_intent`; it lies where its attempts do, so it needs no confinement of its own.
 */
export async function readCaseOfIntent(
  db: Database,
  { occurred_at, ...parts }: Of,
): Promise<CaseOfIntent | null> {
  const [rows, key_life] = await Promise.all([
    runNamed<CaseOfIntent & Generation>(db, CASES_OF_INTENT, [intentHash({ ...parts, lone_event: null })]),
    keyLifeOf(db, parts.tool),
  ]);
  const lives = rows.map((row) => ({
    ...row,
    first_attempt_at: instantFromPostgres(row.first_attempt_at),
    key_expires_at: row.key_expires_at && instantFromPostgres(row.key_expires_at),
  }));
  const its = generationAt(occurred_at, key_life, lives);
  const found = lives.find(({ generation }) => generation === its);
  if (found === undefined) return null;
  const { case_id, state, verdict, settled_at, reporter_ids } = found;
  return { case_id, state, verdict, reporter_ids, settled_at: settled_at && instantFromPostgres(settled_at) };
}

const CASES_OF_INTENT = `
  select c.case_id, c.state, v.verdict, c.settled_at::text as settled_at, c.reporter_ids, c.generation,
    c.first_attempt_at::text as first_attempt_at, c.key_expires_at::text as key_expires_at
  from cases c left join verdicts v on v.verdict_id = c.verdict_id
  where c.intent_hash = $1::text`;
