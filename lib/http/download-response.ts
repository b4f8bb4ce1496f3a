export type DownloadFile = { name: string; media_type: string; byte_count: number };

/**
 * A file as a download, at the client's pace. Whatever it holds, a browser keeps it and shows it nowhere within this
 * site: saved under its name, never sniffed, and sandboxed should it be opened in place after all.
 */
export function downloadResponse(file: DownloadFile, pieces: AsyncGenerator<Uint8Array>): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": file.media_type,
      "content-length": String(file.byte_count),
      "content-disposition": contentDisposition(file.name),
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}

/** RFC 6266: the name in ASCII for old clients, and as it is. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
