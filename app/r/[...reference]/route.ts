type Context = { params: Promise<{ reference: string[] }> };

/**
 * The short link. What it names goes on as it came, still encoded, and the address is relative: whatever host and path
 * prefix people see, it holds. A `/` that somebody typed by hand belongs to the reference. Who is not signed in is sent
 * to do so by `proxy.ts` and comes back here.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const typed = (await params).reference.length;
  const segments = pathname.split("/").slice(-typed);
  const location = `${"../".repeat(typed)}references/${segments.join("%2F")}${search}`;
  return new Response(null, { status: 307, headers: { location } });
}
