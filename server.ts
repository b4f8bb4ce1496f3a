import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import next from "next";
import { startEmbedded } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import { coarsenCalls } from "@/lib/duties/coarsen-calls";
import { countOldHours, countRecentHours } from "@/lib/duties/count-hours";
import { deliverWebhooks } from "@/lib/duties/deliver-webhooks";
import { dropPartitions } from "@/lib/duties/drop-partitions";
import { dropUnusedBulkActions } from "@/lib/duties/drop-unused-bulks";
import { dropUnusedReplays } from "@/lib/duties/drop-unused-replays";
import type { Duty } from "@/lib/duties/duty";
import { endDeliveries } from "@/lib/duties/end-deliveries";
import { evaluateAllAlerts, trimAlerts } from "@/lib/duties/evaluate-alerts";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import { expireVerdicts } from "@/lib/duties/expire-verdicts";
import { findSilences } from "@/lib/duties/find-silences";
import { foldDays } from "@/lib/duties/fold-days";
import { makePartitions } from "@/lib/duties/make-partitions";
import { probeCases } from "@/lib/duties/probe-cases";
import { rescueExpiredClaims } from "@/lib/duties/rescue-claims";
import { rollDays } from "@/lib/duties/roll-days";
import { rollIntake } from "@/lib/duties/roll-intake";
import { runBulkActions } from "@/lib/duties/run-bulk-actions";
import { runDuties } from "@/lib/duties/run-duties";
import { runReplays } from "@/lib/duties/run-replays";
import { sumDays } from "@/lib/duties/sum-days";
import { tellOfDeadlines } from "@/lib/duties/tell-deadlines";
import { trimIntake } from "@/lib/duties/trim-intake";
import { trimKeptFrames } from "@/lib/duties/trim-kept-frames";
import { trimOldMinutes } from "@/lib/duties/trim-minutes";
import { trimQuarantine } from "@/lib/duties/trim-quarantine";
import { trimReports } from "@/lib/duties/trim-reports";
import { trimTold } from "@/lib/duties/trim-told";
import { isDatabaseUp, type Phase } from "@/lib/http/health";
import { closeHttpServer, createHttpServer, type Fallback } from "@/lib/http/http-server";
import { measureRequest } from "@/lib/http/measure-request";
import { metricsAnswer } from "@/lib/http/metrics-door";
import { refusing } from "@/lib/http/refusing";
import { type Env, parseEnv } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/logger";
import { publicBase } from "@/lib/platform/public-url";
import { whyNotStarted } from "@/lib/platform/start-failure";
import { bootstrap } from "@/lib/services/people/bootstrap";
import { runtime, startRuntime } from "@/lib/services/runtime";
import { mounts } from "./mounts";
import { isStopping, listen, stopOnSignals } from "./server-process";

/** How long answers that are under way may take once the process stops, in ms. */
const GRACE_MS = 5_000;

/** What one process of the installation does in the background; a file each in `lib/duties`. */
const duties: Duty[] = [
  makePartitions,
  dropPartitions,
  rollDays,
  foldDays,
  sumDays,
  coarsenCalls,
  rollIntake,
  trimOldMinutes,
  countRecentHours,
  countOldHours,
  findSilences,
  evaluateAllAlerts,
  trimAlerts,
  trimTold,
  trimIntake,
  trimKeptFrames,
  trimQuarantine,
  trimReports,
  rescueExpiredClaims,
  tellOfDeadlines,
  expandOutbox,
  deliverWebhooks,
  endDeliveries,
  expireVerdicts,
  probeCases,
  runBulkActions,
  dropUnusedBulkActions,
  runReplays,
  dropUnusedReplays,
];

type Undo = (() => Promise<unknown>)[];

/**
 * The process: listens, brings up the database, migrates, starts the duties and Next, and on SIGTERM or
 * SIGINT takes all of it down again without losing what it answered for.
 *
 * @throws StartupError with one line for a person.
 */
async function startServer(env: Env, dev: boolean, undo: Undo): Promise<void> {
  const log = createLogger(env.ERRATA_LOG_LEVEL);
  let phase: Phase = "starting";
  let fallback: Fallback | null = null;
  const server = createHttpServer({
    basePath: env.ERRATA_BASE_PATH,
    mounts: env.ERRATA_ROLE === "duties" ? [] : mounts,
    log,
    phase: () => (isStopping() ? "stopping" : phase),
    isDatabaseUp: () => isDatabaseUp(runtime()),
    fallback: () => fallback,
    refusing,
    metrics: { answer: metricsAnswer, measure: measureRequest },
  });

  // Listening comes first: a taken port is found before anything else is touched, and /healthz answers.
  const port = await listen(server, env);
  const database = await openDatabase(env, undo);
  await migrate(database.url);
  const rt = startRuntime({ env, log, databaseUrl: database.url });
  undo.push(rt.close);
  const welcomePath = await bootstrap(rt);

  if (servesPages(env)) {
    // Next listens there for upgrades, which it needs while developing. Where anybody listens, Node hands over each
    // request that offers one, as Java's client does with every first (`Upgrade: h2c`), and leaves it unanswered.
    const httpServer = dev ? server : createServer();
    const app = next({ dev, dir: import.meta.dirname, httpServer, port, turbopack: dev });
    await app.prepare();
    fallback = app.getRequestHandler();
    undo.push(() => app.close());
  }
  // Undone first: polls and streams end, answers under way are finished, then nothing is accepted any more.
  undo.push(() => closeHttpServer(server, GRACE_MS));
  undo.push(async () => rt.hub.close());
  if (env.ERRATA_ROLE === "all" || env.ERRATA_ROLE === "duties") {
    undo.push(runDuties({ ...rt, now: () => new Date() }, duties).stop);
  }
  phase = "ready";
  const url = publicBase(env) ?? `http://localhost:${port}${env.ERRATA_BASE_PATH}`;
  say(`Errata is listening on ${url}`);
  if (welcomePath !== null) say(`Become the first admin, once and within a day: ${url}${welcomePath}`);
}

async function migrate(url: string): Promise<void> {
  const onWait = () => say("Another process is migrating the database; waiting for it.");
  const applied = await migrateDatabase({ url, onWait });
  if (applied > 0) say(`The database's schema was brought up to date (${applied} applied).`);
}

async function openDatabase(env: Env, undo: Undo): Promise<{ url: string }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL };
  const embedded = await startEmbedded({ dataDir: env.ERRATA_DATA_DIR, log: say });
  undo.push(embedded.stop);
  say(`Database is ready (embedded PostgreSQL in ${env.ERRATA_DATA_DIR}, port ${embedded.port}).`);
  return { url: embedded.url };
}

function servesPages(env: Env): boolean {
  return env.ERRATA_ROLE === "all" || env.ERRATA_ROLE === "web";
}

function say(line: string): void {
  console.log(line);
}

/** Starts the server and, when that fails, says why in one line and leaves with 1. */
export async function main({ dev = false }: { dev?: boolean } = {}): Promise<void> {
  const undo: Undo = [];
  const stop = async () => {
    // One step that fails must not keep the others from happening, least of all the database's.
    for (const step of undo.reverse()) await step().catch((error: unknown) => console.error(error));
  };
  stopOnSignals(stop);
  try {
    await startServer(parseEnv(process.env), dev, undo);
  } catch (error) {
    if (isStopping()) return;
    const why = whyNotStarted(error);
    console.error(why === null ? error : `Errata did not start: ${why}`);
    await stop();
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
