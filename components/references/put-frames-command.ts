/** Sends the frames behind a reference; the address and the key are taken from the environment. */
export function putFramesCommand(reference: string): string {
  return `curl -X PUT "$ERRATA_URL/api/v1/frames/${encodeURIComponent(reference).replaceAll("'", "%27")}" \\
  -H "Authorization: Bearer $ERRATA_KEY" -H "Content-Type: application/json" \\
  -d '{"raw":"Traceback (most recent call last): …"}'`;
}
