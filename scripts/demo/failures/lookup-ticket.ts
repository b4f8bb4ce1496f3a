import { type FailureKind, NEVER } from "../scenario";
import { library, own } from "../stack-trace";

const lookUp = (line: number, code: string) =>
  own("agent/tools/lookup_ticket.py", line, "lookup_ticket", code);

/** How looking up fails. */
export const LOOKUP_FAILURES: readonly FailureKind[] = [
  {
    tool: "lookup_ticket",
    share: 9,
    code: "ticket_not_found",
    class: "not_found",
    mapped_in: 0,
    guess: "system",
    correct: (random) => {
      const received = `T-${random.int(10_000, 99_999)}`;
      return {
        message: `There is no ticket ${received}.`,
        user_message: "I can't find a ticket with that number. Could you check it for me?",
        field: "ticket_id",
        received,
        hint: "Search by the customer's e-mail, or ask for the number again.",
        retryable: false,
      };
    },
    thrown: () => ({
      type: "TicketNotFound",
      message: "no row",
      frames: [lookUp(44, "raise TicketNotFound(ticket_id)")],
    }),
  },
  {
    tool: "lookup_ticket",
    share: 5,
    code: "tenant_forbidden",
    class: "authorization",
    mapped_in: 0,
    guess: "system",
    correct: () => ({
      message: "The ticket belongs to another tenant.",
      hint: "Stop. A person has to widen this agent's access.",
      retryable: false,
    }),
    thrown: () => ({
      type: "PermissionError",
      message: "tenant mismatch",
      frames: [lookUp(49, 'raise PermissionError("tenant mismatch")')],
    }),
  },
  {
    tool: "lookup_ticket",
    share: 4,
    code: "ticket_incomplete",
    class: "system",
    mapped_in: 1,
    guess: "transient",
    correct: () => ({
      message: "The ticket is there, but without an assignee it can't be shown.",
      hint: "Hand over to a person.",
      retryable: false,
    }),
    thrown: () => ({
      type: "KeyError",
      message: "'assignee'",
      frames: [
        own("agent/tools/render_ticket.py", 23, "render_ticket", 'assignee = ticket["assignee"]["name"]'),
        lookUp(58, "return render_ticket(ticket)"),
      ],
    }),
  },
  {
    tool: "lookup_ticket",
    share: 4.5,
    code: "ticket_store_timeout",
    class: "transient",
    mapped_in: 4,
    guess: "transient",
    correct: (random) => ({
      message: "The ticket store did not answer in time.",
      retryable: true,
      retry_after: random.int(3, 10),
    }),
    thrown: () => ({
      type: "httpx.ReadTimeout",
      message: "The read operation timed out",
      frames: [
        library(
          "httpx/_transports/default.py",
          118,
          "map_httpcore_exceptions",
          "raise mapped_exc(message) from exc",
        ),
        library("httpx/_client.py", 914, "send", "response = self._send_handling_auth("),
        lookUp(41, 'response = self.http.get(f"/tickets/{ticket_id}", timeout=3.0)'),
      ],
      cause: {
        type: "httpcore.ReadTimeout",
        message: "The read operation timed out",
        frames: [library("httpcore/_exceptions.py", 14, "map_exceptions", "raise to_exc(exc) from exc")],
      },
    }),
  },
  {
    tool: "lookup_ticket",
    share: 0.8,
    code: "attachment_unreadable",
    class: "system",
    mapped_in: NEVER,
    guess: "system",
    correct: () => ({ message: "An attachment of the ticket can't be read." }),
    thrown: (random) => ({
      type: "UnicodeDecodeError",
      message: `'utf-8' codec can't decode byte 0x${random.pick(["e9", "fc", "92"])} in position ${random.int(2, 900)}: invalid continuation byte`,
      frames: [
        own("agent/tools/attachments.py", 67, "read_text", 'return blob.decode("utf-8")'),
        lookUp(63, "body = attachments.read_text(part)"),
      ],
    }),
  },
];
