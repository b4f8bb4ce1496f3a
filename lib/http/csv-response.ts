/** A finished CSV as a download of this name; what is long is streamed by `streamText` instead. */
export function csvResponse(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      "cache-control": "no-store",
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}
