/**
 * How much more of a text is scrubbed than is kept, in characters. What is cut first and scrubbed then may hold half a
 * credential, too short to be known as one.
 */
export const LOOK_AHEAD = 8192;

/** The beginning of a text as it is scrubbed before it is cut to `limit` characters or bytes. */
export function withLookAhead(text: string, limit: number): string {
  return text.slice(0, limit + LOOK_AHEAD);
}

/**
 * What was scrubbed, without its last part where there was more of `original`: there a credential may stand that was
 * cut before it was known. Still to be cut to its limit, since what is hidden may be shorter than what hides it.
 */
export function withoutLookAhead(scrubbed: string, original: string, limit: number): string {
  return original.length > limit + LOOK_AHEAD ? scrubbed.slice(0, -LOOK_AHEAD) : scrubbed;
}
