import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createDatabase, type Sql } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { prepareFrames } from "@/domain/frames-record";
import { instantFromDate } from "@/domain/instant";
import { UNPINNED } from "@/domain/permissions";
import { digest } from "@/lib/platform/digest";
import { createTestFolder } from "@/tests/support/folder";
import { cpuMillisecondsOf } from "../cpu";
import { makeEvents } from "../make-events";
import { makeFrames } from "../make-frames";

/**
 * Ways to compress the payload of a frames record, those that lost beside the one that won (docs/decisions/0077), by the
 * CPU that each costs Node and PostgreSQL and the bytes it takes there: `node --import tsx bench/tried/compress-payload.ts`.
 */
const RECORDS = 2_000;
const BATCH = 50;
const ROUNDS = 4;

/** How a payload goes to PostgreSQL, and what makes bytes of it there. */
type Way = { pack: (text: string) => string; bytes: string };
const inNode = (compress: (text: string) => Buffer): Way => ({
  pack: (text) => compress(text).toString("base64"),
  bytes: "decode(payload, 'base64')",
});
const byPostgres: Way = { pack: (text) => text, bytes: "convert_to(payload, 'UTF8')" };
const SMALL = { memLevel: 7, windowBits: 13 };
const FASTEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };

const WAYS: Record<string, Way> = {
  "gzip, as it is": inNode((text) => gzipSync(text)),
  "gzip, level 1, a small window": inNode((text) => gzipSync(text, { ...SMALL, level: 1 })),
  "gzip, level 3, a small window (in use)": inNode((text) => gzipSync(text, { ...SMALL, level: 3 })),
  "brotli, quality 0": inNode((text) => brotliCompressSync(text, FASTEST)),
  "PostgreSQL, pglz": byPostgres,
};

function payloads(): string[] {
  const rules = { source_id: 1, pins: UNPINNED, now: instantFromDate(new Date()), retention_days: 90 };
  return makeFrames(makeEvents(RECORDS, 0), 1).map((item) => {
    const outcome = prepareFrames(item, { ...rules, digest, sanitized: false });
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    return outcome.frames.payload;
  });
}

async function store(sql: Sql, texts: readonly string[], { pack, bytes }: Way): Promise<void> {
  for (let at = 0; at < texts.length; at += BATCH) {
    const rows = texts.slice(at, at + BATCH).map((text, index) => ({ id: at + index, payload: pack(text) }));
    await sql.unsafe(
      `insert into tried select id, ${bytes} from json_to_recordset($1::text::json) as item(id int, payload text)`,
      [JSON.stringify(rows)],
      { prepare: true },
    );
  }
}

async function measure(sql: Sql, texts: readonly string[], way: Way) {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = backend?.pid ?? 0;
  const costs: { node_us: number; postgres_us: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`truncate tried`;
    const [node, postgres] = [process.cpuUsage(), cpuMillisecondsOf(pid)];
    await store(sql, texts, way);
    const { user, system } = process.cpuUsage(node);
    const postgres_us = Math.round(((cpuMillisecondsOf(pid) - postgres) * 1000) / RECORDS);
    costs.push({ node_us: Math.round((user + system) / RECORDS), postgres_us });
  }
  const [size] =
    await sql`select pg_total_relation_size('tried') / ${RECORDS}::int as bytes_on_disk from tried limit 1`;
  return { ...costs.sort((a, b) => a.node_us - b.node_us)[0], ...size };
}

const folder = createTestFolder();
const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
const { sql, close } = createDatabase({ url: embedded.url, max: 1 });
try {
  await sql`create table tried (id int primary key, payload bytea)`;
  const texts = payloads();
  // Once beforehand, so that the first does not pay for what all warm up.
  for (const way of Object.values(WAYS)) await measure(sql, texts, way);
  const rows: Record<string, object> = {};
  for (const [name, way] of Object.entries(WAYS)) rows[name] = await measure(sql, texts, way);
  console.table(rows);
} finally {
  await close();
  await embedded.stop();
  folder.remove();
}
