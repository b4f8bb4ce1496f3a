import { mintReference } from "./reference";

const DIGITS = 10;

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
  if (!(error instanceof Error) || !("digest" in error) || typeof error.digest !== "string") return null;
  return referenceOfDigest(error.digest);
}
