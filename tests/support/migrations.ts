import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether this checkout has generated its migrations. */
export function migrationsExist(): boolean {
  return existsSync(join(import.meta.dirname, "../../db/migrations/meta/_journal.json"));
}
