/** How to find in the server's log what a page's error boundary was given; nothing when it happened in the browser. */
export function digestHint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("digest" in error) || typeof error.digest !== "string") return undefined;
  return `The server's log has it as digest ${error.digest}.`;
}
