/** What tools return when they fail, from the usual to the good; each shows another part of the contract. */
export const EXAMPLES: readonly { label: string; text: string }[] = [
  { label: "Sentence", text: "Error executing tool update_ticket: status is wrong" },
  {
    label: "Trace",
    text: JSON.stringify(
      {
        error:
          "Traceback (most recent call last):\n  File \"/srv/app/tickets.py\", line 42, in update\n    Status(args['status'])\nValueError: 'shut' is not a valid Status",
      },
      null,
      2,
    ),
  },
  {
    label: "Says too little",
    text: JSON.stringify(
      {
        error: "INVALID-STATUS",
        class: "invalid_request",
        message: "Invalid status",
        reference: "err_7c1f9a",
      },
      null,
      2,
    ),
  },
  {
    label: "Unsafe retry",
    text: JSON.stringify(
      {
        error: "internal_error",
        class: "transient",
        message: "The payment provider gave no answer.",
        retryable: true,
        retry_after: 5,
        effect: "unknown",
        reference: "err_q4m8w2k7pdd",
      },
      null,
      2,
    ),
  },
  {
    label: "MCP result",
    text: JSON.stringify(
      {
        isError: true,
        content: [{ type: "text", text: '{"error": 404, "message": "order not in shard 7"}' }],
      },
      null,
      2,
    ),
  },
  {
    label: "Good one",
    text: JSON.stringify(
      {
        error: "invalid_status",
        class: "validation",
        message: "status must be open or closed.",
        field: "status",
        received: "shut",
        permitted: ["open", "closed"],
        retryable: false,
        effect: "absent",
        reference: "ticket_4k9w2m7q",
      },
      null,
      2,
    ),
  },
];
