/** Reports a failure of unknown effect, which opens a case; the key is taken from the environment. */
export const reportUnknownCommand = (base: string) => `curl -X POST "${base}/api/v1/events" \\
  -H "Authorization: Bearer $ERRATA_KEY" -H "Content-Type: application/json" \\
  -d '{"reference": "err_7c1f9a", "tool": "issue_refund", "code": "provider_timeout", "class": "transient",
       "effect": "unknown", "idempotency_key": "refund-8812"}'`;
