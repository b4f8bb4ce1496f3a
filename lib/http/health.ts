import type { RuntimeState } from "@/lib/services/runtime";

/** What the process is at: only `ready` takes requests. */
export type Phase = "starting" | "ready" | "stopping";

const DATABASE_LIMIT_MS = 2_000;

/** `GET /healthz`: the process answers, whatever the database does. */
export function aliveAnswer(): Response {
  return Response.json({ status: "ok" });
}

/** `GET /readyz`: whether requests may be sent here; 503 while it starts, stops, or the database is away. */
export async function readyAnswer(phase: Phase, isDatabaseUp: () => Promise<boolean>): Promise<Response> {
  if (phase === "ready" && (await isDatabaseUp())) return Response.json({ status: "ready" });
  const status = phase === "ready" ? "database_unavailable" : phase;
  return Response.json({ status }, { status: 503, headers: { "retry-after": "1" } });
}

/** Whether the database answers, within two seconds. */
export async function isDatabaseUp({ sql }: Pick<RuntimeState, "sql">): Promise<boolean> {
  const answer = sql`SELECT 1`.then(() => true);
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, DATABASE_LIMIT_MS, false).unref());
  return Promise.race([answer, late]).catch(() => false);
}
