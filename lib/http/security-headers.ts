/** What every answer of this process carries, from Next and from the doors before it alike. */
export const HARDENING_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
};

/** Only where the browser came by TLS: half a year, this host only. */
export const STRICT_TRANSPORT = "max-age=15552000";

/** API answers are data, never documents: whatever a browser makes of one, it may load nothing. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...HARDENING_HEADERS,
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
};

/**
 * Adds what the answer does not say already. In place, because wrapping a body in another Response costs
 * more than the rest of a small answer; only headers that came from `fetch` or a redirect are immutable.
 */
export function withApiHeaders(response: Response): Response {
  try {
    addMissing(response.headers);
    return response;
  } catch {
    const headers = new Headers(response.headers);
    addMissing(headers);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  }
}

function addMissing(headers: Headers): void {
  for (const [name, value] of Object.entries(API_HEADERS)) if (!headers.has(name)) headers.set(name, value);
}

/**
 * The policy of a page. Scripts run by nonce only (`strict-dynamic` lets Next's own loader fetch its
 * chunks); styles may be inline, because charts and popovers position themselves by style attributes.
 * The development server compiles with eval and talks over a web socket.
 */
export function contentSecurityPolicy(nonce: string, options: { development: boolean }): string {
  const { development } = options;
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "frame-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "object-src": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
