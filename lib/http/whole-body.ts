/** Bodies that were whole from the start, by the response that carries them. */
const bodies = new WeakMap<Response, string>();

/**
 * Remembers a response's text beside its stream: reading the stream back costs more than the rest of a small
 * answer, and thousands of polls are answered at once.
 */
export function withWholeBody(response: Response, text: string): Response {
  bodies.set(response, text);
  return response;
}

/** The text of a response, if its maker had it whole; undefined: read the stream. */
export function wholeBody(response: Response): string | undefined {
  return bodies.get(response);
}
