import {
  QUEUE_TOPIC,
  topicOfCase,
  topicOfEvent,
  topicOfKey,
  topicsForIntent,
} from "@/db/queries/case-topics";
import { expireVerdict, validUntil } from "@/db/queries/expire-verdict";
import { findForRuntime, type RuntimeMatch, type RuntimeTarget } from "@/db/queries/runtime-answer";
import { markDelivered, type VerdictRow } from "@/db/queries/verdicts";
import { confinedScope } from "@/domain/case-scope";
import { conflictError, validationError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { applyPins } from "@/domain/permissions";
import type { ServiceContext } from "../context";
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

/** Who waits is woken by a hint; a lost one costs at most this. */
const LOOK_AGAIN_MS = 15_000;

/**
 * The answer for a runtime, waiting through `none` and `pending` for up to `wait_seconds`: subscribes, reads,
 * then sleeps, so nothing falls between. Throws `ambiguous_intent` naming the cases the caller may see, and
 * `pinned_by_key`.
 */
export async function awaitVerdict(ctx: ServiceContext, asked: AwaitVerdictInput): Promise<RuntimeAnswer> {
  const input = { ...asked, target: targetOf(ctx, asked.target) };
  const until = Date.now() + input.wait_seconds * 1000;
  let case_id: string | undefined;
  for (;;) {
    const left = until - Date.now();
    const given_up = new AbortController();
    const topics = topicsOf(input.target, case_id);
    const woken =
      left > 0
        ? ctx.hub.wait(topics, { timeoutMs: Math.min(left, LOOK_AGAIN_MS), signal: given_up.signal })
        : null;
    const forward = () => given_up.abort();
    input.signal?.addEventListener("abort", forward, { once: true });
    try {
      const answer = await readAnswer(ctx, input);
      if (answer.state === "settled" || woken === null || input.signal?.aborted) return answer;
      case_id = answer.case_id;
      const reason = await woken;
      if (reason === "aborted" || reason === "closed") return answer;
    } finally {
      forward();
      input.signal?.removeEventListener("abort", forward);
    }
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
  const wanted = (value: string | null) => (value === null ? undefined : value || null);
  return {
    ...{ tool, idempotency_key, tenant: wanted(parts.tenant) },
    ...{ environment: wanted(parts.environment), service: wanted(parts.service) },
  };
}

function topicsOf(target: RuntimeTarget, case_id: string | undefined): string[] {
  const topics = case_id === undefined ? [] : [topicOfCase(case_id)];
  if ("case_id" in target) return [topicOfCase(target.case_id)];
  if ("event_id" in target) return [...topics, topicOfEvent(target.event_id)];
  return [...topics, topicOfKey(target.tool, target.idempotency_key)];
}

type Question = { target: RuntimeTarget; signal?: AbortSignal | undefined };

async function readAnswer(ctx: ServiceContext, input: Question): Promise<RuntimeAnswer> {
  for (;;) {
    const now = instantFromDate(ctx.now()).iso;
    const matches = await findForRuntime(ctx.db, confinedScope(ctx.caller), input.target);
    if (matches.length > 1) throw ambiguous(matches);
    const [match] = matches;
    if (match === undefined) return { state: "none" };
    const { row, verdict } = match;
    if (verdict === null) return { state: "pending", case_id: row.case_id };
    const until = validUntil(verdict, row);
    if (until !== null && until <= now) {
      if (await expire(ctx, match, verdict, now)) return stopped(settled(verdict, until));
    } else if (await deliver(ctx, input, verdict, now)) return settled(verdict, until);
    // Somebody reopened or expired it between the two statements: look again.
  }
}

async function expire(
  ctx: ServiceContext,
  { row }: RuntimeMatch,
  verdict: VerdictRow,
  now: string,
): Promise<boolean> {
  const expired = await ctx.db.transaction((tx) =>
    expireVerdict(tx, confinedScope(ctx.caller), verdict, now),
  );
  if (expired) publishTopics(ctx, topicsForIntent(row));
  return expired;
}

/** Notes the first delivery to a runtime; a person who looks is no runtime. False: it no longer stands. */
async function deliver(
  ctx: ServiceContext,
  input: Question,
  verdict: VerdictRow,
  now: string,
): Promise<boolean> {
  const noted = verdict.delivered_at !== null || ctx.caller.kind !== "key" || input.signal?.aborted;
  if (noted) return true;
  if (!(await markDelivered(ctx.db, verdict.verdict_id, now))) return false;
  publishTopics(ctx, [QUEUE_TOPIC]);
  return true;
}

function settled(verdict: VerdictRow, valid_until: string | null): RuntimeAnswer {
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

/** A `safe_to_retry` that ran out: the same verdict, but the only thing left to do is nothing. */
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
