import { type ListedTool, listToolRows } from "@/db/queries/tools";
import type { ServiceContext } from "../context";

/**
 * All tools ever seen or declared, by name, with what the queue goes by. Who is confined sees those that
 * failed in their part.
 */
export async function listTools(ctx: ServiceContext): Promise<{ items: ListedTool[]; next_cursor: null }> {
  return { items: await listToolRows(ctx.db, ctx.caller.confinement), next_cursor: null };
}
