import { type LeasedCase, leaseDueCases, listAutomaticProbes } from "@/db/queries/probes";
import { isDomainError } from "@/domain/errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { createContext } from "@/lib/services/context";
import { loadSettings } from "@/lib/services/load-settings";
import { runProbe } from "@/lib/services/probes/run-probe";
import type { Duty, DutyContext } from "./duty";

/** Of one host, at a time: somebody else's server, asked by nobody's hand. */
const PER_HOST = 2;
/** Hosts at a time; each asking holds a database connection only before and after. */
const HOSTS = 16;
/** Longer than an asking may take, a minute, with its writing. */
const LEASE_SECONDS = 180;
/** How long a run waits for its hosts, in ms; a slow one goes on by itself and is left alone meanwhile. */
const PATIENCE_MS = 5_000;

/**
 * Asks the outside about open cases whose tool lets it be asked by itself, with back-off until the deadline and
 * hourly after it (`domain/probe-schedule.ts`). A host that is slow or down delays its own cases only. Cut off
 * anywhere, it loses nothing: a case that was taken comes up again when its lease ends.
 */
export const probeCases: Duty = {
  name: "probe-cases",
  every_seconds: 5,
  run: async (ctx) => {
    const busy = ctx.once("probe-hosts", () => new Set<string>());
    const idle = [...toolsByHost(await listAutomaticProbes(ctx.db))].filter(([host]) => !busy.has(host));
    const running = idle.slice(0, HOSTS - busy.size).map(async ([host, tools]) => {
      busy.add(host);
      await askHost(ctx, tools)
        .catch((err: unknown) => ctx.log.error({ err, host }, "asking about cases failed"))
        .finally(() => busy.delete(host));
    });
    await withinPatience(Promise.all(running));
  },
};

function toolsByHost(probes: readonly { tool: string; url: string }[]): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  // Checked when it was stored: a host is never filled in.
  for (const { tool, url } of probes) {
    const { host } = new URL(url);
    hosts.set(host, [...(hosts.get(host) ?? []), tool]);
  }
  return hosts;
}

/** Two by two, until nothing is due. */
async function askHost(ctx: DutyContext, tools: readonly string[]): Promise<void> {
  for (;;) {
    const now = instantFromDate(ctx.now()).iso;
    const until = addSeconds(now, LEASE_SECONDS);
    const due = await leaseDueCases(ctx.db, tools, { now, until, limit: PER_HOST });
    if (due.length === 0) return;
    await Promise.all(due.map((leased) => askAbout(ctx, leased)));
  }
}

async function askAbout(ctx: DutyContext, { case_id, tries }: LeasedCase): Promise<void> {
  const settings = await loadSettings(ctx);
  const system = { ...createContext(ctx, SYSTEM_CALLER, settings), now: ctx.now };
  try {
    await runProbe(system, { case_id, tries });
  } catch (err) {
    // A probe that was taken away meanwhile is no failure; anything else is one case's, and the others go on.
    if (isDomainError(err) && err.code === "probe_not_found") return;
    ctx.log.error({ err, case_id }, "asking about a case failed");
  }
}

async function withinPatience(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
