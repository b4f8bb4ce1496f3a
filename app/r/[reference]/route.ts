/**
 * The short link. Its segment goes on as it came, still encoded, and the address is relative: whatever host and path
 * prefix people see, it holds. Who is not signed in is sent to do so by `proxy.ts` and comes back here.
 */
export function GET(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const segment = pathname.split("/").at(-1) ?? "";
  return new Response(null, { status: 307, headers: { location: `../references/${segment}${search}` } });
}
