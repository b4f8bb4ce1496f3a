import { validationError } from "@/domain/errors";
import { parseInstant } from "@/domain/instant";
import { sanitizeText } from "@/domain/text";

/** Whether one part of a cursor is what the database will take it for. */
type Part<T extends string | number> = (value: unknown) => value is T;
type Parts<Key> = {
  readonly [Place in keyof Key]: Key[Place] extends string | number ? Part<Key[Place]> : never;
};

const OWN_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INT4_MAX = 2 ** 31 - 1;

/** What the parts of cursors may be. Instants only as we write them: PostgreSQL does not take every offset. */
export const cursorPart = {
  instant: (value: unknown): value is string =>
    typeof value === "string" && OWN_INSTANT.test(value) && parseInstant(value) !== null,
  uuid: (value: unknown): value is string => typeof value === "string" && UUID.test(value),
  text: (value: unknown): value is string => typeof value === "string" && sanitizeText(value) === value,
  int4: (value: unknown): value is number => isCount(value) && value <= INT4_MAX,
  /** A bigint that JavaScript holds exactly. */
  count: isCount,
};

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The key of the last row as an opaque text for `next_cursor`. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/**
 * The key in a cursor, when each of its parts is what it must be; null for none. Throws `invalid_cursor`:
 * cursors are not made by hand.
 */
export function decodeCursor<Key extends readonly (string | number)[]>(
  cursor: string | undefined,
  parts: Parts<Key>,
): Key | null {
  if (cursor === undefined) return null;
  const key = parsed(cursor);
  if (isKey(key, parts)) return key;
  throw invalidCursor();
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
}

function isKey<Key extends readonly (string | number)[]>(key: unknown, parts: Parts<Key>): key is Key {
  const guards = parts as readonly ((value: unknown) => boolean)[];
  return Array.isArray(key) && key.length === guards.length && guards.every((fits, at) => fits(key[at]));
}

function invalidCursor() {
  return validationError("invalid_cursor", "This cursor was not made here.", {
    field: "cursor",
    hint: "Send the next_cursor of the page before, or leave it out to begin at the first.",
  });
}
