/**
 * The page of a reference. Any producer's reference is a path segment of its own, whatever is in it: `/ # % ? :`
 * and letters of any script are encoded.
 */
export function referenceHref(reference: string): string {
  return `/references/${encodeURIComponent(reference)}`;
}
