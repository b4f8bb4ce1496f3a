import { isCarriedNumber, stringifyJson } from "./json";

/** Members of JSON that anybody may have sent: none is trusted to be of the kind it should be. */
export type Members = Readonly<Record<string, unknown>>;

const NONE: Members = {};

/** The value's own members; none where it is no object. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? (value as Members) : NONE;
}

/** Whether it is a JSON object. */
export function isMembers(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isCarriedNumber(value);
}

/** A member by its name, never one of the prototype. */
export function member(of: Members, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** The first of these names that says something: SDKs of other ages call the same differently. */
export function memberOf(of: Members, ...names: string[]): unknown {
  for (const name of names) {
    const value = member(of, name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Text as it is, anything else as its JSON; undefined for nothing. */
export function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : stringifyJson(value);
}

/** Text that is not blank, or undefined. */
export function filledText(value: unknown): string | undefined {
  const text = asText(value)?.trim();
  return text === "" ? undefined : text;
}

/** A list as it is, the `values` of an object, one object as a list of one: all three are sent. */
export function valuesOf(sent: unknown): unknown[] {
  if (Array.isArray(sent)) return sent;
  if (!isMembers(sent)) return [];
  const members = membersOf(sent);
  if (!Object.hasOwn(members, "values")) return [members];
  return Array.isArray(members.values) ? members.values : [];
}
