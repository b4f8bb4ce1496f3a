import type { Database } from "@/db/client";
import { type AuditFact, recordAudit } from "@/db/queries/audit";
import { QUEUE_TOPIC, topicOfCase } from "@/db/queries/case-topics";
import { type AfterTry, dropDelivery, recordLostTry, recordTry, type Try } from "@/db/queries/record-try";
import type { TakenDelivery } from "@/db/queries/take-deliveries";
import { carriesVerdict, markSent, whyNotTold } from "@/db/queries/verdict-delivery";
import { isDomainError } from "@/domain/errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { hideSecrets } from "@/domain/scrub/hide-secrets";
import type { ScrubRules } from "@/domain/scrub/scrub-rules";
import { scrubText } from "@/domain/scrub/scrub-text";
import { cutToBytes, sanitizeText } from "@/domain/text";
import { type DroppedBecause, readRetryAfter, secondsToNextTry, tryError } from "@/domain/webhook";
import { sendOutgoing } from "@/lib/platform/outgoing";
import type { OutgoingPolicy } from "@/lib/platform/outgoing-policy";
import { type SealingKeys, unseal } from "@/lib/platform/sealed";
import { webhookHeaders } from "@/lib/platform/webhook-signature";
import type { Hub, Runtime } from "./context";
import { loadSettings } from "./load-settings";
import { measures } from "./measures";
import { outgoingPolicyOf } from "./outgoing";
import { scrubRulesOf } from "./scrubbing";
import { secretPurpose, signingKeys } from "./signing-keys";

/** Published when something new may be due for a receiver. */
export const DELIVERIES_TOPIC = "deliveries";

/** For everything from the name to the last byte of the answer. */
const TIMEOUT_MS = 15_000;
/** Longer than any try takes. A sender that died is noticed after it. */
export const LEASE_SECONDS = 60;
const RESPONSE_READ_BYTES = 4_096;
const RESPONSE_KEPT_BYTES = 1_024;
const MAX_REDIRECTS = 3;

export type Sender = {
  db: Database;
  hub: Hub;
  now: () => Date;
  policy: OutgoingPolicy;
  keys: SealingKeys;
  /** What is hidden of what receivers answer, as it is when they do. */
  scrubRules: () => Promise<ScrubRules>;
};

/** A try that a person asked for: who, and what the audit says of it. */
export type ByHand = { by: string; fact: (tried: Try) => AuditFact };

/** All that sending needs, of this process. */
export async function senderOf(rt: Runtime, now: () => Date): Promise<Sender> {
  const { db, hub } = rt;
  const scrubRules = async () => scrubRulesOf(await loadSettings(rt));
  return { db, hub, now, policy: outgoingPolicyOf(rt), keys: await signingKeys(rt), scrubRules };
}

/** What came of it; or why it was not sent after all. */
export type Sent = { tried: Try } | { dropped: DroppedBecause };

/**
 * Sends what was taken, once, and records it, unless it carries a verdict that no longer stands or ran out: that
 * is never told, and the case of one that ran out is open again. A failure of ours between sending and recording leaves the lease to run out: the message goes
 * out again, under the same id.
 */
export async function sendDelivery(
  ctx: Sender,
  taken: TakenDelivery,
  hand: ByHand | null = null,
): Promise<Sent> {
  if (taken.abandoned_at !== null) {
    await recordLostTry(ctx.db, taken.delivery_id, addSeconds(taken.abandoned_at, -LEASE_SECONDS));
  }
  const now = instantFromDate(ctx.now()).iso;
  if (carriesVerdict(taken) && !(await markSent(ctx.db, taken, now))) return drop(ctx, taken, now);
  const { retry_after, ...tried } = await attempt(ctx, taken, hand?.by ?? null);
  const after = outcome(ctx, taken, tried, retry_after);
  const changed = await ctx.db.transaction(async (tx) => {
    if (hand !== null) await recordAudit(tx, hand.fact(tried));
    return recordTry(tx, taken, tried, after);
  });
  measures().webhookTries.inc({ outcome: tried.error ?? "delivered" });
  publishCase(ctx, taken, changed);
  return { tried };
}

async function drop(ctx: Sender, taken: TakenDelivery & { verdict_id: string }, now: string): Promise<Sent> {
  const { because, reopened } = await ctx.db.transaction(async (tx) => {
    const why = await whyNotTold(tx, taken, now);
    await dropDelivery(tx, taken.delivery_id, why.because);
    return why;
  });
  publishCase(ctx, taken, reopened);
  return { dropped: because };
}

/** Its page shows every try; the queue only what changed of the case. */
function publishCase(ctx: Sender, { case_id }: TakenDelivery, changed: boolean): void {
  if (case_id === null) return;
  ctx.hub.publish(topicOfCase(case_id));
  if (changed) ctx.hub.publish(QUEUE_TOPIC);
}

/** The text that is sent and signed; the same on every try. */
export function messageBody(message: Pick<TakenDelivery, "type" | "created_at" | "data">): string {
  const { type, created_at, data } = message;
  // `data` goes in as it was written: parsed and printed again, long numbers would lose digits.
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(created_at)},"data":${data}}`;
}

type Attempted = Try & { retry_after: number | null };

async function attempt(ctx: Sender, taken: TakenDelivery, by: string | null): Promise<Attempted> {
  const at = ctx.now();
  const tried = { started_at: instantFromDate(at).iso, by, retry_after: null };
  const clock = performance.now();
  try {
    const body = messageBody(taken);
    const secrets = secretsOf(ctx, taken);
    const answer = await sendOutgoing(
      {
        method: "POST",
        url: taken.url,
        headers: {
          "content-type": "application/json",
          "user-agent": "Errata-Webhooks",
          ...webhookHeaders({ message_id: taken.message_id, at, body, secrets }),
        },
        body,
        ...{ timeout_ms: TIMEOUT_MS, max_bytes: RESPONSE_READ_BYTES, max_redirects: MAX_REDIRECTS },
      },
      ctx.policy,
    );
    const { status, duration_ms, headers } = answer;
    const asks = status === 429 || status === 503;
    return {
      ...tried,
      ...{
        status,
        duration_ms,
        error: tryError(status),
        response: excerpt(answer.body, secrets, await ctx.scrubRules()),
      },
      retry_after: asks ? readRetryAfter(headers["retry-after"], ctx.now()) : null,
    };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const duration_ms = Math.round(performance.now() - clock);
    return { ...tried, duration_ms, status: null, error: error.code, response: null };
  }
}

/** The present secret and, until its end, the one before. */
function secretsOf(ctx: Sender, taken: TakenDelivery): string[] {
  const { secret, previous_secret, previous_secret_until: until } = taken;
  const lives = previous_secret !== null && until !== null && until > instantFromDate(ctx.now()).iso;
  const purpose = secretPurpose(taken.subscription_id);
  return [secret, ...(lives ? [previous_secret] : [])].map((sealed) => unseal(sealed, ctx.keys, purpose));
}

/** What a person needs to see of an answer, without what a receiver should not have said. Hidden before it is cut. */
function excerpt(body: string, secrets: readonly string[], rules: ScrubRules): string | null {
  const hidden = hideSecrets(sanitizeText(body), secrets.flatMap(partsOf));
  return cutToBytes(scrubText(hidden, rules).text, RESPONSE_KEPT_BYTES).text || null;
}

/** A signing secret, and the key that libraries make of it, which gives it away as well. */
function partsOf(secret: string): string[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return [secret, key.toString("base64url"), key.toString("hex"), key.toString("hex").toUpperCase()];
}

/** A try by hand changes the state only for the better; one by the schedule goes on with it. */
function outcome(ctx: Sender, taken: TakenDelivery, tried: Try, retry_after: number | null): AfterTry {
  if (tried.error === null) return { state: "delivered" };
  if (tried.by !== null) return { state: "stays" };
  const seconds = secondsToNextTry(taken.tries + 1, retry_after, Math.random());
  if (tried.error === "gone" || seconds === null) return { state: "failed" };
  return { state: "waiting", next_at: addSeconds(instantFromDate(ctx.now()).iso, seconds) };
}
