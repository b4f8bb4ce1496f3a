import { BASE_PATH } from "./base-path";

/** The server itself waits two seconds for the database. */
const TIMEOUT_MS = 10_000;

/** Whether the server says that its database answers; null where nothing can be told of it. */
export async function isDatabaseUp(): Promise<boolean | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${BASE_PATH}/readyz`, { cache: "no-store", signal });
    if (answer.ok) return true;
    const { status } = (await answer.json()) as { status?: unknown };
    return status === "database_unavailable" ? false : null;
  } catch {
    return null;
  }
}
