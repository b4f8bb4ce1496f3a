import type { AttemptRow } from "@/db/queries/attempts";
import { countInDoubt, listInDoubt } from "@/db/queries/attempts-in-doubt";
import type { CaseRow } from "@/db/queries/lock-cases";
import type { ProbeRow } from "@/db/queries/probes";
import { fillAddress } from "@/domain/address-template";
import {
  isAskedPerAttempt,
  outcomeOfRound,
  QUESTIONS_MAX,
  type Round,
  wordsOfRound,
} from "@/domain/probe-attempts";
import { attributeValues, type TemplateValues, templateValues } from "@/domain/template";
import { type Asked, askOutside, failedToAsk, openSecret } from "./ask-outside";
import type { ServiceContext } from "./context";
import { runtime } from "./runtime";

/** Read of a case to find what to ask; each may bring a large copy of its event. */
const ATTEMPTS_READ = 100;
/** For all questions of a run, in seconds: a page waits 30 s for its answer. */
const PATIENCE_SECONDS = 25;

export type AskedOfCase = Asked & {
  /** How many said what, where more than one attempt was in doubt. */
  tally: string | null;
  /** Attempts in doubt when it was asked; null when the answer is about the intent, however many there are. */
  in_doubt: number | null;
};

/**
 * Asks about a case: once, where the template names the intent; else about each attempt in doubt, one after the
 * other, the oldest first. Never throws for what happens out there.
 */
export async function askAboutCase(ctx: ServiceContext, row: CaseRow, probe: ProbeRow): Promise<AskedOfCase> {
  const opened = openSecret(runtime(), probe);
  if ("error" in opened) return { ...failedToAsk(ctx.now, opened.error), tally: null, in_doubt: null };
  const { secret } = opened;
  if (!isAskedPerAttempt(probe.url)) {
    const asked = await askOutside(ctx, probe, templateValues(row, null), secret);
    return { ...asked, tally: null, in_doubt: null };
  }
  const attempts = await listInDoubt(ctx.db, row.case_id, ATTEMPTS_READ);
  const in_doubt =
    attempts.length < ATTEMPTS_READ ? attempts.length : await countInDoubt(ctx.db, row.case_id);
  const { questions, problem, unaskable } = questionsOf(row, probe, attempts);
  if (questions.length === 0)
    return {
      ...failedToAsk(ctx.now, { code: "not_askable", message: `It was not asked: ${problem}.` }),
      tally: null,
      in_doubt,
    };
  const answers = await askEach(ctx, probe, questions, secret);
  // What was not even read is told with what cannot be asked about.
  const unread = in_doubt - attempts.length;
  return {
    ...summed({ attempts: in_doubt, unaskable: unaskable + unread, questions: questions.length, answers }),
    in_doubt,
  };
}

/** What to ask, each question once, and how many attempts cannot be asked about, with why of one. */
function questionsOf(row: CaseRow, probe: ProbeRow, attempts: readonly AttemptRow[]) {
  const questions = new Map<string, TemplateValues>();
  let problem = "no attempt of this case is in doubt";
  let unaskable = 0;
  for (const attempt of attempts) {
    const values = { ...templateValues(row, attempt), ...attributeValues(probe.url, attempt.snapshot) };
    const filled = fillAddress(probe.url, values);
    if ("text" in filled && !questions.has(filled.text)) questions.set(filled.text, values);
    if ("problem" in filled) {
      unaskable += 1;
      problem = filled.problem;
    }
  }
  return { questions: [...questions.values()], problem, unaskable };
}

/** Stops where asking on would be a nuisance or in vain, and when patience ends. */
async function askEach(
  ctx: ServiceContext,
  probe: ProbeRow,
  questions: readonly TemplateValues[],
  secret: string | null,
): Promise<Asked[]> {
  const started = performance.now();
  const answers: Asked[] = [];
  for (const values of questions.slice(0, QUESTIONS_MAX)) {
    const left = PATIENCE_SECONDS - (performance.now() - started) / 1000;
    if (left < 1) break;
    const timeout_seconds = Math.min(probe.timeout_seconds, left);
    const asked = await askOutside(ctx, { ...probe, timeout_seconds }, values, secret);
    answers.push(asked);
    if (isHostAway(asked)) break;
  }
  return answers;
}

/** It did not answer at all, does not let us in, or has had enough: the next question would fare no better. */
function isHostAway({ outcome, status, error }: Asked): boolean {
  if (outcome !== "failed") return false;
  return status === null || ["too_many_requests", "not_let_in"].includes(error?.code ?? "");
}

function summed(round: Round<Asked>): Omit<AskedOfCase, "in_doubt"> {
  const [only] = round.answers;
  if (only !== undefined && round.attempts === 1) return { ...only, tally: null };
  const { outcome, decisive, asked_at, error } = outcomeOfRound(round);
  const statuses = new Set(round.answers.map(({ status }) => status));
  return {
    ...{ outcome, asked_at, error, tally: wordsOfRound(round) },
    duration_ms: round.answers.reduce((sum, answer) => sum + answer.duration_ms, 0),
    ...{ rule: decisive?.rule ?? null, found: decisive?.found ?? null, url: decisive?.url ?? null },
    status: decisive === null && statuses.size > 1 ? null : ((decisive ?? only)?.status ?? null),
    excerpt: null,
  };
}
