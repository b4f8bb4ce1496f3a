import { type Caller, capabilitiesOfRoles, UNCONFINED, UNPINNED } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { statusOf, toDomainError } from "@/lib/http/problem";
import { parseEnv } from "@/lib/platform/env";
import { claimCase } from "@/lib/services/cases/claim-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import { createContext, type ServiceContext } from "@/lib/services/context";
import { startRuntime } from "@/lib/services/runtime";

/** Sent once, before the first round. */
export type ClaimersStart = { kind: "start"; database_url: string; names: string[]; case_ids: string[] };
/** One round: every claimer makes `moves` moves at this instant; `drain`: takes the next until there is none. */
export type ClaimersRound = { kind: "round"; now: string; moves: number; drain: boolean };
export type Move = {
  by: string;
  did: "claimed" | "renewed" | "given_back" | "none_left" | "refused";
  case_id: string | null;
  /** The error's code where it was refused, with its cause. */
  code: string | null;
  /** What the door would have answered. */
  status: number | null;
};

type Claimer = { ctx: ServiceContext; held: Map<string, string>; random: () => number };

/** A process of its own that claims: several of it share one database, and nothing else. */
let claimers: Claimer[] = [];
let case_ids: string[] = [];
let close = async () => {};
let now = new Date(0);

process.on("message", (message: ClaimersStart | ClaimersRound) => {
  const done = message.kind === "start" ? start(message) : round(message);
  done.then(
    (moves) => process.send?.(moves),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => void close().then(() => process.exit(0)));

async function start(message: ClaimersStart): Promise<Move[]> {
  const { database_url, names } = message;
  const env = { DATABASE_URL: database_url, DATABASE_POOL: String(names.length), ERRATA_LOG_LEVEL: "error" };
  const rt = startRuntime({ databaseUrl: database_url, env: parseEnv(env) });
  close = rt.close;
  case_ids = message.case_ids;
  claimers = names.map((name) => ({
    ctx: { ...createContext(rt, callerNamed(name), DEFAULT_SETTINGS), now: () => now },
    held: new Map(),
    random: randomOf(name),
  }));
  await rt.sql`select 1`;
  return [];
}

async function round({ now: at, moves, drain }: ClaimersRound): Promise<Move[]> {
  now = new Date(at);
  const made = await Promise.all(
    claimers.map(async (one) => {
      const own: Move[] = [];
      for (let i = 0; drain ? own.at(-1)?.did !== "none_left" : i < moves; i += 1)
        own.push(await (drain ? attempt(one, () => takeNext(one)) : move(one)));
      return own;
    }),
  );
  return made.flat();
}

function move(one: Claimer): Promise<Move> {
  const dice = one.random();
  const held = [...one.held.keys()];
  const mine = held[Math.floor(one.random() * held.length)];
  const any = case_ids[Math.floor(one.random() * case_ids.length)] ?? "";
  if (dice < 0.4) return attempt(one, () => takeNext(one));
  if (dice < 0.75 || mine === undefined) return attempt(one, () => claim(one, any));
  if (dice < 0.88) return attempt(one, () => claim(one, mine));
  return attempt(one, () => giveBack(one, mine));
}

type Done = Pick<Move, "did" | "case_id">;

async function attempt(one: Claimer, act: () => Promise<Done>): Promise<Move> {
  const by = one.ctx.caller.id;
  try {
    return { by, ...(await act()), code: null, status: null };
  } catch (error) {
    const known = toDomainError(error);
    const code = known.cause === undefined ? known.code : `${known.code}: ${String(known.cause)}`;
    return { by, did: "refused", case_id: null, code, status: statusOf(known) };
  }
}

async function takeNext(one: Claimer): Promise<Done> {
  const taken = await takeNextCase(one.ctx);
  return taken === null ? { did: "none_left", case_id: null } : took(one, taken);
}

async function claim(one: Claimer, case_id: string): Promise<Done> {
  return took(one, await claimCase(one.ctx, { case_id }));
}

/** A claim that goes on keeps when it began; a new one, also on an expired one of one's own, begins now. */
function took(one: Claimer, taken: { case_id: string; claimed_at: string | null }): Done {
  const renewed = one.held.get(taken.case_id) === taken.claimed_at;
  one.held.set(taken.case_id, taken.claimed_at ?? "");
  return { did: renewed ? "renewed" : "claimed", case_id: taken.case_id };
}

async function giveBack(one: Claimer, case_id: string): Promise<Done> {
  one.held.delete(case_id);
  await giveBackCase(one.ctx, { case_id });
  return { did: "given_back", case_id };
}

function callerNamed(name: string): Caller {
  return {
    ...{ kind: "person", id: name, name, capabilities: capabilitiesOfRoles(["reconciler"]) },
    ...{ confinement: UNCONFINED, source_id: null, pins: UNPINNED },
  };
}

/** The same choices in every run; what interleaves is left to the two processes. */
function randomOf(name: string): () => number {
  let state = [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
