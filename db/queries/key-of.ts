import { type SQL, sql } from "drizzle-orm";

/**
 * 64 bits of texts, a missing one apart from an empty one; null where the first is. Sorted ten times as fast as the texts.
 * Each is the seed of the one before it: to put them together into one text first takes three times as long.
 */
export const keyOf = (first: SQL, ...rest: SQL[]) => {
  const seed = rest.reduceRight(
    (below, part) => sql`hashtextextended(coalesce(${part}, e'\\x02'), ${below})`,
    sql`0`,
  );
  return sql`hashtextextended(${first}, ${seed})`;
};
