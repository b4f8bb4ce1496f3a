import type { LookUpAnswer } from "@/lib/contract/references";

type FoundMatch = Pick<LookUpAnswer["matches"][number], "reference" | "event_id" | "found_by">;

/**
 * A reference as one segment of a path, whatever is in it: `/ # % ? :` and letters of any script are encoded. `.` and
 * `..` would be taken for steps of the path however they are written; a space in front, which no reference holds,
 * keeps them, and is trimmed by whoever reads the segment. So is what mail and chat take for the end of a sentence, and
 * leave out of the link.
 */
export function referenceSegment(reference: string): string {
  const encoded = encodeURIComponent(/^\.{1,2}$/.test(reference) ? ` ${reference}` : reference);
  return encoded.replace(
    /[!'()*~]|\.(?=\.*$)/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The page of a reference; `event` chooses among several that share it, `tab` one of the report's. */
export function referenceHref(reference: string, event?: string | null, tab?: string | null): string {
  const search = new URLSearchParams({ ...(event && { event }), ...(tab && { tab }) });
  return `/references/${referenceSegment(reference)}${search.size > 0 ? `?${search}` : ""}`;
}

/** The page of what a lookup found; others may share the reference of what was found by another identifier. */
export function foundHref({ reference, event_id, found_by }: FoundMatch): string {
  return referenceHref(reference, found_by === "reference" ? null : event_id);
}

/** The short link of a reference. */
export function shortReferenceHref(reference: string): string {
  return `/r/${referenceSegment(reference)}`;
}
