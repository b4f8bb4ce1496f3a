import { validationError } from "@/domain/errors";

/** The key of the last row as an opaque text for `next_cursor`. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The key in a cursor, if it reads as `isKey` demands. Throws `invalid_cursor`: cursors are not made by hand. */
export function decodeCursor<Key>(cursor: string, isKey: (value: unknown) => value is Key): Key {
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
  if (isKey(key)) return key;
  throw invalidCursor();
}

function invalidCursor() {
  return validationError("invalid_cursor", "This cursor was not made here.", {
    field: "cursor",
    hint: "Send the next_cursor of the page before, or leave it out to begin at the newest.",
  });
}
