import { mintReference } from "./reference";

const DIGITS = 10;
/** Begins the digest of a page that failed because the database was away: nothing else of an error reaches the browser. */
const DATABASE_AWAY = "database_unavailable;";

/**
 * The reference of a page that failed, made of the digest that Next gives the server's record and the browser's error
 * boundary alike: what is shown is what was recorded. The same failure has the same one until the next build.
 */
export function referenceOfDigest(digest: string): string {
  const digits = digest.padStart(DIGITS, "0").slice(-DIGITS);
  return mintReference(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)));
}

/** What an error boundary was given, by its reference; null when it happened in the browser, where nothing records it. */
export function referenceOfPage(error: unknown): string | null {
  const digest = digestOf(error);
  return digest === null ? null : referenceOfDigest(digest);
}

/** The digest of one time that the database was away, by a number of up to ten digits that tells it from others. */
export function digestOfAway(number: number): string {
  return `${DATABASE_AWAY}${String(number).padStart(DIGITS, "0")}`;
}

/** Whether what an error boundary was given says that the database was away. */
export function saysDatabaseAway(error: unknown): boolean {
  return digestOf(error)?.startsWith(DATABASE_AWAY) ?? false;
}

function digestOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("digest" in error) || typeof error.digest !== "string") return null;
  return error.digest;
}
