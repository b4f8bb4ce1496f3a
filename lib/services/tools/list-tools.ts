import { listToolRows, type ToolRow } from "@/db/queries/tools";
import type { ServiceContext } from "../context";

/** All tools ever seen or declared, by name, with what the queue goes by. */
export async function listTools(ctx: ServiceContext): Promise<{ items: ToolRow[]; next_cursor: null }> {
  return { items: await listToolRows(ctx.db), next_cursor: null };
}
