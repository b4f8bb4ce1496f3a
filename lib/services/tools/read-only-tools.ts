import { readReadOnlyTools } from "@/db/queries/tools";
import type { ServiceContext } from "../context";

/** Which of these tools a person declared to change nothing: what failed there has left no effect behind. */
export function readOnlyTools(ctx: ServiceContext, names: readonly string[]): Promise<ReadonlySet<string>> {
  return readReadOnlyTools(ctx.db, names);
}
