import type { Scope } from "@/domain/permissions";

/** The first call somebody makes with a key of these scopes, most telling scope first; null when none tells. */
export function curlForKey(base: string, key: string, scopes: readonly Scope[]): string | null {
  const call = CALLS.find(({ scope }) => scopes.includes(scope));
  if (!call) return null;
  const lines = [
    `curl ${call.method === "POST" ? "-X POST " : ""}'${base}${call.path}'`,
    `  -H 'Authorization: Bearer ${key}'`,
  ];
  if (call.body) lines.push("  -H 'Content-Type: application/json'", `  -d '${call.body}'`);
  return lines.join(" \\\n");
}

type Call = { scope: Scope; method: "GET" | "POST"; path: string; body?: string };

const EVENT = {
  reference: "err_hello1",
  tool: "issue_refund",
  error: "invalid_status",
  class: "validation",
  message: "The ticket is closed; only open tickets can be refunded.",
  field: "status",
  received: "closed",
  permitted: ["open"],
  effect: "absent",
};

const CALLS: readonly Call[] = [
  { scope: "ingest", method: "POST", path: "/api/v1/events", body: JSON.stringify(EVENT) },
  {
    scope: "verdicts",
    method: "GET",
    path: "/api/v1/verdicts?tool=issue_refund&idempotency_key=KEY&wait_seconds=60",
  },
  {
    scope: "evidence",
    method: "POST",
    path: "/api/v1/evidence",
    body: '{"tool":"issue_refund","idempotency_key":"KEY","effect":"committed","source":"provider","kind":"callback","external_id":"ID","observed_at":"2026-01-01T00:00:00Z"}',
  },
  { scope: "cases", method: "POST", path: "/api/v1/cases/next" },
  { scope: "read", method: "GET", path: "/api/v1/rates?group_by=class" },
  { scope: "frames", method: "GET", path: "/api/v1/frames/REFERENCE" },
  { scope: "admin", method: "GET", path: "/api/v1/keys" },
];
