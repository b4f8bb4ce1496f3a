import { randomUUID } from "node:crypto";
import { type JoinResult, joinCases } from "@/db/queries/join-cases";
import type { AttemptInput } from "@/domain/attempt";
import type { EvidenceGiven } from "@/domain/evidence";
import { addSeconds, instantFromDate } from "@/domain/instant";
import {
  type Caller,
  type Confinement,
  capabilitiesOfRoles,
  type Role,
  UNCONFINED,
  UNPINNED,
} from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { claimCase } from "@/lib/services/cases/claim-case";
import { createContext, type Runtime, type ServiceContext } from "@/lib/services/context";
import { reportEvidence } from "@/lib/services/evidence/report-evidence";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

/** A clock that stands still until a test moves it. */
export class Clock {
  #now = new Date("2026-11-15T12:00:00.000Z");
  readonly read = () => this.#now;
  get iso(): string {
    return instantFromDate(this.#now).iso;
  }
  /** The instant so many seconds from now; negative: ago. */
  at(seconds: number): string {
    return addSeconds(this.iso, seconds);
  }
  move(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  }
}

export type QueueWorld = Awaited<ReturnType<typeof openQueueWorld>>;

export async function openQueueWorld(env: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const rt = openTestRuntime(database, env);
  const clock = new Clock();
  const runtime = await keyContext(rt, { source: "runtime", now: clock.read });
  const ann = person(rt, clock, "Ann");
  const bob = person(rt, clock, "Bob");
  const world = {
    ...{ database, rt, clock, ann, bob, runtime },
    person: (name: string, roles?: Role[], confinement?: Confinement) =>
      person(rt, clock, name, roles, confinement),
    /** Ingest's door into the queue: one transaction, then the hints. */
    join: async (...attempts: AttemptInput[]): Promise<JoinResult[]> => {
      const joined = await rt.db.transaction((tx) => joinCases(tx, attempts, clock.iso));
      for (const topic of new Set(joined.flatMap(({ topics }) => topics))) rt.hub.publish(topic);
      return joined;
    },
    /** Opens a case of an unknown effect and answers its id. */
    open: async (attempt: Partial<AttemptInput> = {}): Promise<string> => {
      const [joined] = await world.join(unknown(clock, attempt));
      if (!joined?.case_id) throw new Error("no case was opened");
      return joined.case_id;
    },
    settle: async (
      case_id: string,
      verdict: Parameters<typeof issueVerdict>[1]["verdict"],
      observed_at = clock.iso,
      by: ServiceContext = ann,
    ) => {
      await claimCase(by, { case_id });
      return issueVerdict(by, { case_id, verdict, evidence: [seen(observed_at)] });
    },
    report: (effect: "committed" | "absent", about: Partial<Parameters<typeof reportEvidence>[1]>) =>
      reportEvidence(runtime, {
        ...{ tool: "refund", idempotency_key: "none", effect, source: "stripe", kind: "callback" },
        ...{ external_id: "re_1", url: null, note: null, observed_at: clock.iso },
        ...about,
      }),
    close: async () => {
      await rt.close();
      await database.drop();
    },
  };
  return world;
}

function person(
  rt: Runtime,
  clock: Clock,
  name: string,
  roles: Role[] = ["reconciler"],
  confinement: Confinement = UNCONFINED,
): ServiceContext {
  const caller: Caller = {
    kind: "person",
    id: `person-${name}-${randomUUID()}`,
    name,
    capabilities: capabilitiesOfRoles(roles),
    confinement,
    source_id: null,
    pins: UNPINNED,
  };
  return { ...createContext(rt, caller, DEFAULT_SETTINGS), now: clock.read };
}

/** Evidence that somebody looked and found something. */
export function seen(observed_at: string, external_id = "re_1"): EvidenceGiven {
  return { kind: "provider", external_id, url: null, note: null, observed_at };
}

/** An attempt whose effect is unknown, a minute ago, with a key of its own unless told otherwise. */
export function unknown(clock: Clock, attempt: Partial<AttemptInput> = {}): AttemptInput {
  const event_id = attempt.event_id ?? randomUUID();
  return {
    key: randomUUID(),
    source_id: 1,
    event_id,
    reference: `err_${event_id.slice(0, 6)}`,
    occurred_at: clock.at(-60),
    tool: "refund",
    service: "billing",
    tenant: "acme",
    environment: "production",
    idempotency_key: `key-${event_id}`,
    code: "upstream_timeout",
    class: "transient",
    effect: "unknown",
    run_id: null,
    call_id: null,
    arguments_hash: null,
    unreadable: null,
    lone_event: event_id,
    snapshot: { message: "timed out" },
    ...attempt,
  };
}
