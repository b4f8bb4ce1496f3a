import { instantFromMicros } from "@/domain/instant";
import { uuidFromContent } from "../replay/report-id";
import { drawAttempts } from "./attempts";
import { type EpisodeFacts, type EventBody, makeEvent, makeFrames } from "./make-event";
import { type DemoPlan, MINUTE, releaseAt, SECOND } from "./plan";
import type { Random } from "./random";
import { type FailureKind, isMapped, PLACES, type Place, RELEASES, TOOLS } from "./scenario";
import { argumentsOf, idempotencyKeyFor } from "./tool-arguments";
import { fateOf, type Shape, shapeOf, type UnknownEffect } from "./unknown-effect";

/** One thing that happens, in the words of the API's doors. `at` is microseconds. */
export type TimelineItem = { at: number } & (
  | { kind: "release" | "frames" | "recovery" | "evidence" | "calls"; body: Record<string, unknown> }
  | { kind: "event"; body: EventBody }
  | { kind: "unknown" | "settlement"; effect: UnknownEffect }
);

/** What is decided before the dice: the colliding reference, the payment the visitor is to settle. */
export type Wish = {
  place?: Place;
  reference?: string;
  /** The n-th open effect this episode makes; not given when its effect is known. */
  unknown_ordinal?: number;
  /** How its attempts look; by turns where it is not said. */
  shape?: Shape;
  /** The agent calls again at once, time after time, until it gives up. */
  hammers?: boolean;
};

const HAMMERED = 7;

function drawPlace(random: Random): Place {
  let at = random.next() * 100;
  for (const place of PLACES) {
    at -= place.weight;
    if (at < 0) return place;
  }
  return PLACES[0];
}

const FRAMES_OF_MAPPED = 0.12;

function attemptsOf(shape: Shape | null, drawn: number): number {
  if (shape === "repeated") return 3;
  if (shape === "other_arguments") return 2;
  return shape === null ? drawn : 1;
}

/** Whether an agent sends other arguments the next time: only when it was told what to correct. */
function changesArguments(shape: Shape | null, kind: FailureKind, mapped: boolean): boolean {
  if (shape !== null) return shape === "other_arguments";
  return mapped && (kind.class === "validation" || kind.class === "not_found");
}

function recoveryOf(facts: EpisodeFacts, at: number, failures: number, outcome: string): TimelineItem {
  const { kind, plan, place } = facts;
  const mapped = isMapped(kind, facts.release);
  const body = {
    recovery_id: uuidFromContent("errata demo recovery", plan.seed, String(plan.started_at), facts.run_id),
    run_id: facts.run_id,
    tool: kind.tool,
    code: mapped ? kind.code : "internal_error",
    class: mapped ? kind.class : kind.guess,
    attempts: failures + (outcome === "recovered" ? 1 : 0),
    outcome,
    service: TOOLS[kind.tool].service,
    environment: place.environment,
    tenant: place.tenant,
    release: RELEASES[facts.release]?.name,
    occurred_at: instantFromMicros(at).iso,
  };
  return { at, kind: "recovery", body };
}

function keyOf(kind: FailureKind, shape: Shape | null, random: Random): string | null {
  const key = idempotencyKeyFor(kind.tool, random);
  if (!TOOLS[kind.tool].writes || shape === "without_key") return null;
  return shape !== null || random.chance(0.85) ? key : null;
}

function unknownItems(
  facts: EpisodeFacts,
  last: EventBody,
  at: number,
  ordinal: number,
  random: Random,
): TimelineItem[] {
  const { kind, place, idempotency_key } = facts;
  const tool = TOOLS[kind.tool];
  const fate = fateOf(ordinal, kind.tool, random);
  const effect: UnknownEffect = {
    event_id: last.event_id,
    tool,
    place,
    idempotency_key,
    last_attempt_at: at,
    fate,
  };
  const items: TimelineItem[] = [{ at, kind: "unknown", effect }];
  if (fate.settled_after_minutes !== null)
    items.push({ at: at + fate.settled_after_minutes * MINUTE, kind: "settlement", effect });
  if (fate.reported_after_minutes === null || idempotency_key === null) return items;
  const reported_at = at + fate.reported_after_minutes * MINUTE;
  const body = {
    tool: tool.name,
    idempotency_key,
    tenant: place.tenant,
    environment: place.environment,
    service: tool.service,
    effect: "committed",
    source: kind.tool === "issue_refund" ? "payment-provider" : `${kind.tool}-log`,
    kind: "provider_callback",
    external_id: fate.external_id,
    observed_at: instantFromMicros(reported_at).iso,
  };
  return [...items, { at: reported_at, kind: "evidence", body }];
}

/**
 * One episode: a tool call that fails, the agent's further attempts, how it ends, in time order but for the
 * evidence that comes later.
 */
export function makeEpisode(
  plan: DemoPlan,
  kind: FailureKind,
  at: number,
  random: Random,
  wish: Wish,
): TimelineItem[] {
  const release = releaseAt(plan, at);
  const mapped = isMapped(kind, release);
  const shape = wish.unknown_ordinal === undefined ? null : (wish.shape ?? shapeOf(wish.unknown_ordinal));
  const facts: EpisodeFacts = {
    plan,
    kind,
    release,
    place: wish.place ?? drawPlace(random),
    run_id: `run_${random.hex(16)}`,
    first_turn: random.int(2, 14),
    arguments: argumentsOf(kind.tool, random),
    idempotency_key: keyOf(kind, shape, random),
    is_unknown: shape !== null,
  };
  const drawn = drawAttempts(random, kind.class, mapped);
  const failures = wish.hammers ? HAMMERED : wish.reference ? 1 : attemptsOf(shape, drawn.failures);
  const items: TimelineItem[] = [];
  let arguments_hash = random.hex(16);
  let time = at;
  for (let number = 1; number <= failures; number += 1) {
    if (number > 1 && changesArguments(shape, kind, mapped)) arguments_hash = random.hex(16);
    const { event, trace } = makeEvent(
      facts,
      { number, at: time, arguments_hash, reference: wish.reference },
      random,
    );
    items.push({ at: time, kind: "event", body: event });
    if (!mapped || random.chance(FRAMES_OF_MAPPED))
      items.push({ at: time, kind: "frames", body: makeFrames(facts, event, trace, random) });
    if (number === failures && wish.unknown_ordinal !== undefined)
      items.push(...unknownItems(facts, event, time, wish.unknown_ordinal, random));
    time += (wish.hammers ? 1 : random.int(8, 40)) * SECOND + random.int(0, 999_999);
  }
  if (shape === null) items.push(recoveryOf(facts, time, failures, wish.hammers ? "gave_up" : drawn.outcome));
  return items;
}
