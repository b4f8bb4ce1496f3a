import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { digestOf } from "./intent-hash";

const SHARDS = 64;

/** What the locks are about; keeps ours apart from others'. */
const LOCK_CLASSES = {
  intents: 0x45_56,
  tools: 0x45_54,
  probes: 0x45_50,
  attachments: 0x45_41,
  saved_views: 0x45_53,
} as const;

/**
 * Locks what has no row yet, by name, until the transaction ends. Names share 64 shards, so that no batch
 * takes more than 64 locks; in order, so that any two transactions pass each other. Take them before any row.
 */
export async function lockShards(
  tx: Transaction,
  about: keyof typeof LOCK_CLASSES,
  names: readonly string[],
  mode: "shared" | "alone",
): Promise<void> {
  if (names.length === 0) return;
  const lock = sql.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  const shards = [...new Set(names.map(shardOf))].sort((a, b) => a - b);
  await tx.execute(
    sql`select ${lock}(${LOCK_CLASSES[about]}::int, shard) from unnest(${sql.param(shards)}::int[]) as shard`,
  );
}

function shardOf(name: string): number {
  return Buffer.from(digestOf(name), "base64url").readUInt8(0) % SHARDS;
}
