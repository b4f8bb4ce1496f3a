/** What a part of a page's path names, as Next hands it on: still encoded. Null where no browser would write it so. */
export function pathPart(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
