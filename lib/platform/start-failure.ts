import { StartupError } from "@/domain/startup-error";
import { isDatabaseUnavailable } from "./database-failure";

const CAUSES_MOST = 8;
/** What the system says of a file, and PostgreSQL of its own. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "53100"]);
const NOT_PERMITTED = "42501";

/** Why Errata did not start, in one line for a person; null where nobody thought of it, and the stack has to tell. */
export function whyNotStarted(error: unknown): string | null {
  if (error instanceof Error && error.name === StartupError.name) return error.message;
  const { code, said } = coded(error);
  if (NO_ROOM.has(code)) return `There is no room left on the disk (${said}): make room and start again.`;
  if (code === NOT_PERMITTED)
    return `The database refuses what Errata needs (${said}): let its user make tables there.`;
  if (isDatabaseUnavailable(error))
    return `The database cannot be used now (${said}): start again once it can.`;
  return null;
}

/** The outermost failure that has a code, and the first line of what it says; drizzle's own hold the whole statement. */
function coded(error: unknown): { code: string; said: string } {
  let current: unknown = error;
  for (let depth = 0; depth < CAUSES_MOST && current instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(current, "code");
    if (typeof code === "string") return { code, said: current.message.split("\n", 1)[0] ?? code };
    current = current.cause;
  }
  return { code: "", said: "" };
}
