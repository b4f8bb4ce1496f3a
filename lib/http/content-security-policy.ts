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
