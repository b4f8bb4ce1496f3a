import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Payloads of Sentry's SDKs as they were found; they stand outside of the repository. */
const SHARED = join(import.meta.dirname, "../../../shared/data");

/** A whole request that a stock SDK made. */
export type CapturedRequest = { name: string; path: string; headers: Record<string, string>; body: string };

type Captured =
  | [string, Record<string, string>, string]
  | { url: string; headers: Record<string, string>; body: string };

function filesIn(folder: string): { name: string; text: string }[] {
  const path = join(SHARED, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter((name) => name.endsWith(".json"));
  return names.map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
}

export const capturedEvents: { name: string; event: Record<string, unknown> }[] = filesIn(
  "sentry-events",
).map(({ name, text }) => ({ name, event: JSON.parse(text) }));

export const capturedRequests: CapturedRequest[] = filesIn("sentry-wire").flatMap(({ name, text }) =>
  (JSON.parse(text) as Captured[]).map((sent, at) => {
    const [path, headers, body] = Array.isArray(sent) ? sent : [sent.url, sent.headers, sent.body];
    return { name: `${name} ${at}`, path, headers, body };
  }),
);

const DROPPED = new Set(["vars", "modules", "breadcrumbs", "request", "user", "sys.argv"]);

/** The event with `mark` in place of every text, and in every name, of what is to be dropped of it. */
export function planted(value: unknown, mark: string, within = false): unknown {
  if (typeof value === "string") return within ? mark : value;
  if (Array.isArray(value)) return value.map((one) => planted(one, mark, within));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      within ? `${mark} ${name}` : name,
      planted(one, mark, within || DROPPED.has(name)),
    ]),
  );
}

/** An envelope with these items. */
export function envelopeOf(header: object, ...items: [head: object, payload: object | string][]): string {
  const lines = items.flatMap(([head, payload]) => [
    JSON.stringify(head),
    typeof payload === "string" ? payload : JSON.stringify(payload),
  ]);
  return [JSON.stringify(header), ...lines].join("\n");
}
