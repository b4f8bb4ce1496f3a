import { type SQL, sql } from "drizzle-orm";

/**
 * Whether subscription `s` asks for a `type` of the place of `of`, a row with the four parts. A filter by a part passes
 * nothing that has none.
 */
export function asksFor(type: SQL, of: SQL): SQL {
  return sql`(${type} = any(s.types)
    and (s.tenants is null or ${of}.tenant = any(s.tenants))
    and (s.environments is null or ${of}.environment = any(s.environments))
    and (s.services is null or ${of}.service = any(s.services))
    and (s.tools is null or ${of}.tool = any(s.tools)))`;
}
