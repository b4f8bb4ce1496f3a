import { instantFromMicros } from "@/domain/instant";
import { mintReference } from "@/domain/reference";
import { uuidFromContent } from "../replay/report-id";
import type { DemoPlan } from "./plan";
import type { Random } from "./random";
import { type Correction, type FailureKind, isMapped, type Place, RELEASES, TOOLS } from "./scenario";
import { listExceptions, printTrace, type Trace } from "./stack-trace";
import { tellUnknown } from "./unknown-effect";

/** What all attempts of an episode share. */
export type EpisodeFacts = {
  plan: DemoPlan;
  kind: FailureKind;
  release: number;
  place: Place;
  run_id: string;
  first_turn: number;
  arguments: Record<string, unknown>;
  idempotency_key: string | null;
  is_unknown: boolean;
};
export type Attempt = { number: number; at: number; arguments_hash: string; reference?: string };
export type EventBody = Record<string, unknown> & { event_id: string; reference: string };

const OUR_FAULT = "Something went wrong on our side.";

/**
 * What a tool without a name for the failure lets through: the library's own words, sometimes more. The
 * harness mostly knows whether a request had left the process, and so whether anything can have happened.
 */
function correctUnmapped(kind: FailureKind, trace: Trace, random: Random): Correction {
  const saysEffect = TOOLS[kind.tool].writes && random.chance(0.9);
  return {
    message: `${kind.tool} failed: ${trace.message}`,
    retryable: kind.guess === "transient",
    ...(saysEffect && { effect: "absent" }),
  };
}

function correctionOf(facts: EpisodeFacts, trace: Trace, random: Random): Correction {
  const { kind } = facts;
  const mapped = isMapped(kind, facts.release);
  if (!facts.is_unknown) return mapped ? kind.correct(random) : correctUnmapped(kind, trace, random);
  const told = mapped
    ? { ...tellUnknown(kind.tool), retryable: false }
    : correctUnmapped(kind, trace, random);
  return { ...told, effect: "unknown" };
}

function whereOf({ kind, place }: EpisodeFacts) {
  const { name: tool, service } = TOOLS[kind.tool];
  return { tool, service, tenant: place.tenant, environment: place.environment };
}

/** The event of one failed attempt, and what was thrown. */
export function makeEvent(
  facts: EpisodeFacts,
  attempt: Attempt,
  random: Random,
): { event: EventBody; trace: Trace } {
  const { kind, plan, release } = facts;
  const isLost = release >= (kind.lost_in ?? Number.POSITIVE_INFINITY);
  const trace = (isLost ? (kind.thrown_since ?? kind.thrown) : kind.thrown)(random);
  const mapped = isMapped(kind, release);
  const minted = mintReference(random.bytes(10));
  const reference = attempt.reference ?? minted;
  const { user_message = OUR_FAULT, ...correction } = correctionOf(facts, trace, random);
  const event = {
    event_id: uuidFromContent("errata demo event", plan.seed, String(plan.started_at), minted),
    reference,
    occurred_at: instantFromMicros(attempt.at).iso,
    ...whereOf(facts),
    release: RELEASES[release]?.name,
    code: mapped ? kind.code : "internal_error",
    class: mapped ? kind.class : kind.guess,
    ...correction,
    user_message: `${user_message} Reference: ${reference}`,
    ...(facts.idempotency_key && { idempotency_key: facts.idempotency_key }),
    attempt: attempt.number,
    run_id: facts.run_id,
    turn: facts.first_turn + attempt.number - 1,
    call_id: `call_${random.hex(12)}`,
    arguments_hash: attempt.arguments_hash,
    trace_id: random.hex(32),
  };
  return { event, trace };
}

/** The frames record of an event: structured exceptions, or now and then the text as the language prints it. */
export function makeFrames(
  facts: EpisodeFacts,
  event: EventBody,
  trace: Trace,
  random: Random,
): Record<string, unknown> {
  const { language } = TOOLS[facts.kind.tool];
  const asText = random.chance(0.3);
  return {
    reference: event.reference,
    frames_id: uuidFromContent("errata demo frames", event.event_id),
    event_id: event.event_id,
    captured_at: event.occurred_at,
    language,
    ...whereOf(facts),
    ...(asText ? { raw: printTrace(trace, language) } : { exceptions: listExceptions(trace, language) }),
    arguments: facts.arguments,
    context: { run_id: facts.run_id, release: event.release, host: `${event.service}-${random.int(1, 4)}` },
  };
}
