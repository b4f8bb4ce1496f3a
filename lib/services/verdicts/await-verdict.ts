import { topicOfCase, topicOfEvent, topicOfKey, topicsForIntent } from "@/db/queries/case-topics";
import { expireVerdict } from "@/db/queries/expire-verdict";
import type { RuntimeMatch, RuntimeTarget, StandingAnswer } from "@/db/queries/runtime-answer";
import type { VerdictRow } from "@/db/queries/verdicts";
import { confinedScope } from "@/domain/case-scope";
import { conflictError, validationError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { applyPins } from "@/domain/permissions";
import { scrubNames } from "@/domain/scrub/scrub-value";
import { ranOut, validUntil } from "@/domain/verdict-life";
import type { ServiceContext } from "../context";
import { HeldPoll } from "../held-poll";
import { pollReadsOf } from "../poll-reads";
import { publishTopics } from "../publish";

/** What a waiting runtime gets. `none` and `pending` carry no directive and mean: wait. */
export type RuntimeAnswer = {
  state: "none" | "pending" | "settled";
  case_id?: string;
  verdict?: VerdictRow["verdict"];
  directive?: VerdictRow["directive"];
  retry_with?: NonNullable<VerdictRow["retry_with"]>;
  valid_until?: string;
  external_id?: string;
  observed_at?: string;
  verdict_id?: string;
  settled_at?: string;
};

/** Undefined matches any value, an empty string "absent" only; what the key pins is filled in. */
type AskedIntent = {
  tool: string;
  idempotency_key: string;
  tenant?: string | undefined;
  environment?: string | undefined;
  service?: string | undefined;
};

export type AwaitVerdictInput = {
  target: { case_id: string } | { event_id: string } | AskedIntent;
  /** Seconds, 0 to 60. */
  wait_seconds: number;
  /** Ends the wait when the client has gone. */
  signal?: AbortSignal;
};

/**
 * The answer for a runtime, waiting through `none` and `pending` for up to `wait_seconds`: subscribes, reads,
 * then sleeps, so nothing falls between. Throws `ambiguous_intent` naming the cases the caller may see, and
 * `pinned_by_key`.
 */
export async function awaitVerdict(ctx: ServiceContext, asked: AwaitVerdictInput): Promise<RuntimeAnswer> {
  const { wait_seconds, signal } = asked;
  const question = { target: targetOf(ctx, asked.target), signal };
  if (wait_seconds <= 0) return readAnswer(ctx, question);
  const poll = new HeldPoll(ctx.hub, wait_seconds, signal);
  try {
    return await readUntilSettled(ctx, question, poll);
  } finally {
    poll.close();
  }
}

async function readUntilSettled(
  ctx: ServiceContext,
  question: Question,
  poll: HeldPoll,
): Promise<RuntimeAnswer> {
  const { target } = question;
  let watched = "case_id" in target ? target.case_id : undefined;
  poll.watch(topicsOf(target, watched));
  for (;;) {
    const answer = await readAnswer(ctx, question);
    if (answer.state === "settled") return answer;
    if (answer.case_id !== undefined && answer.case_id !== watched) {
      // What happened to the case before it was watched is seen by looking again.
      watched = answer.case_id;
      poll.watch(topicsOf(target, watched));
      continue;
    }
    const woken = await poll.woken();
    if (woken === "gone") return answer;
    if (woken === "timeout") return readAnswer(ctx, question);
  }
}

function targetOf(ctx: ServiceContext, target: AwaitVerdictInput["target"]): RuntimeTarget {
  if (!("tool" in target)) return target;
  const { tool, idempotency_key, ...sent } = target;
  const { parts, conflict } = applyPins(ctx.caller.pins, sent);
  if (conflict !== null)
    throw validationError("pinned_by_key", `This key reads only its own ${conflict}.`, {
      field: conflict,
      received: sent[conflict],
      permitted: [ctx.caller.pins[conflict]],
    });
  // As they are stored: a name that holds a credential would else match nothing, and be waited for without end.
  const names = scrubNames({ ...parts, tool }, { found: 0 });
  const wanted = (value: string | null) => (value === null ? undefined : value || null);
  return {
    ...{ tool: names.tool, idempotency_key, tenant: wanted(names.tenant) },
    ...{ environment: wanted(names.environment), service: wanted(names.service) },
  };
}

function topicsOf(target: RuntimeTarget, case_id: string | undefined): string[] {
  const topics = case_id === undefined ? [] : [topicOfCase(case_id)];
  if ("case_id" in target) return [topicOfCase(target.case_id)];
  if ("event_id" in target) return [...topics, topicOfEvent(target.event_id)];
  return [...topics, topicOfKey(target.tool, target.idempotency_key)];
}

type Question = { target: RuntimeTarget; signal: AbortSignal | undefined };

async function readAnswer(ctx: ServiceContext, question: Question): Promise<RuntimeAnswer> {
  const { confinement } = confinedScope(ctx.caller);
  const reads = pollReadsOf(ctx);
  for (let looks = 1; ; looks += 1) {
    const now = instantFromDate(ctx.now()).iso;
    const matches = await reads.find({ target: question.target, confinement });
    if (matches.length > 1) throw ambiguous(matches);
    const [match] = matches;
    if (match === undefined) return { state: "none" };
    const { row, verdict } = match;
    if (verdict === null) return { state: "pending", case_id: row.case_id };
    const until = validUntil(verdict, row);
    if (ranOut(verdict, row, now)) {
      if (await expire(ctx, match, verdict, now)) return stopped(settled(verdict, until));
    } else {
      const noted = verdict.delivered_at !== null || ctx.caller.kind !== "key" || question.signal?.aborted;
      const hand = looks === 1 ? reads.hand : reads.handAlone;
      if (noted || (await hand({ verdict_id: verdict.verdict_id, now }))) return settled(verdict, until);
    }
    // Somebody reopened, expired or delivered it between the two statements, or holds it: look again.
  }
}

async function expire(
  ctx: ServiceContext,
  { row }: RuntimeMatch,
  verdict: StandingAnswer,
  now: string,
): Promise<boolean> {
  const expired = await ctx.db.transaction((tx) =>
    expireVerdict(tx, confinedScope(ctx.caller), verdict, now),
  );
  if (expired) publishTopics(ctx, topicsForIntent(row));
  return expired;
}

function settled(verdict: StandingAnswer, valid_until: string | null): RuntimeAnswer {
  const { case_id, verdict_id, directive, retry_with, external_id, observed_at, settled_at } = verdict;
  return {
    state: "settled",
    ...{ case_id, verdict: verdict.verdict, directive },
    ...(retry_with !== null && { retry_with }),
    ...(valid_until !== null && { valid_until }),
    ...(external_id !== null && { external_id }),
    ...{ observed_at, verdict_id },
    ...(settled_at !== null && { settled_at }),
  };
}

/** A `safe_to_retry` that is safe no more: the same verdict, but the only thing left to do is nothing. */
function stopped({ retry_with: _retry, ...answer }: RuntimeAnswer): RuntimeAnswer {
  return { ...answer, directive: "stop" };
}

function ambiguous(matches: readonly RuntimeMatch[]) {
  const candidates = matches.map(({ row: { case_id, state, tool, tenant, environment, service } }) => ({
    ...{ case_id, state, tool, tenant, environment, service },
  }));
  return conflictError("ambiguous_intent", "More than one intent matches; no directive can be given.", {
    hint: "Name tenant, environment and service (empty for absent), or ask by event_id or case_id.",
    details: { candidates },
  });
}
