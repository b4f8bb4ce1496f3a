/**
 * A reference as one segment of a path, whatever is in it: `/ # % ? :` and letters of any script are encoded. `.` and
 * `..` would be taken for steps of the path however they are written; a space in front, which no reference holds,
 * keeps them, and is trimmed by whoever reads the segment.
 */
export function referenceSegment(reference: string): string {
  return encodeURIComponent(/^\.{1,2}$/.test(reference) ? ` ${reference}` : reference);
}

/** The page of a reference; `event` chooses among several that share it. */
export function referenceHref(reference: string, event?: string | null): string {
  const search = event ? `?event=${encodeURIComponent(event)}` : "";
  return `/references/${referenceSegment(reference)}${search}`;
}

/** The short link of a reference. */
export function shortReferenceHref(reference: string): string {
  return `/r/${referenceSegment(reference)}`;
}
