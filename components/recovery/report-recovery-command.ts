/** Reports how a run got over a failure; the address and the key are taken from the environment. */
export const REPORT_RECOVERY_COMMAND = `curl -X POST "$ERRATA_URL/api/v1/recoveries" -H "authorization: Bearer $ERRATA_KEY" \\
  -H "content-type: application/json" \\
  -d '{"run_id": "run-1", "tool": "issue_refund", "code": "invalid_status", "attempts": 2,
       "outcome": "recovered", "occurred_at": "'$(date -u +%FT%TZ)'"}'`;
