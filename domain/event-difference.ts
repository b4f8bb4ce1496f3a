import type { PreparedEvent } from "./event";
import { parseJson } from "./json";

const NOT_COMPARED = new Set(["received_at", "content_hash", "skeleton", "marks", "body", "occurred_at"]);

/** The names of the fields in which two events of one identity differ: what a conflict is told. */
export function differingFields(stored: PreparedEvent, sent: PreparedEvent): string[] {
  const a = flatten(stored);
  const b = flatten(sent);
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])).sort();
}

function flatten(event: PreparedEvent): Record<string, unknown> {
  const columns = Object.entries(event).filter(([name, value]) => !NOT_COMPARED.has(name) && value !== null);
  return { ...Object.fromEntries(columns), ...(parseJson(event.body) as object) };
}
