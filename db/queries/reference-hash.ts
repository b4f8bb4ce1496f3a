import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";

/** Bytes of one hash: false answers come once in 2^64 divided by the references that were ever dropped. */
export const HASH_BYTES = 8;

/**
 * What is kept of a dropped reference. Of the letters only those of ASCII are folded, because nothing else is folded
 * alike by Node and by PostgreSQL under every locale: so what differs in case only is the same, as in a lookup.
 */
export function hashReference(reference: string): Buffer {
  const folded = reference.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return createHash("sha256").update(folded, "utf8").digest().subarray(0, HASH_BYTES);
}

/** The same of a column with the collation "C". */
export function hashOfReference(reference: SQL): SQL {
  return sql`substring(sha256(convert_to(lower(${reference} collate "C"), 'UTF8')) from 1 for ${sql.raw(String(HASH_BYTES))})`;
}
