/**
 * Answers pieces of text as they come, at the client's pace; a client that leaves ends the source. The first
 * piece is awaited, so that what fails at once is still answered as a problem and not as a cut-off body.
 */
export async function streamText(
  pieces: AsyncGenerator<string>,
  headers: Record<string, string>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | null = await pieces.next();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = next ?? (await pieces.next());
        next = null;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "cache-control": "no-store", ...headers } });
}
