import { type FailureKind, NEVER } from "../scenario";
import { library, own, type Trace } from "../stack-trace";

const STATUSES = ["open", "pending", "solved", "closed"];

const search = (line: number, code: string) =>
  own("agent/tools/search_tickets.py", line, "search_tickets", code);

const databaseFull = (): Trace => ({
  type: "SearchError",
  message: "query failed",
  frames: [search(57, 'raise SearchError("query failed") from error')],
  cause: {
    type: "psycopg.OperationalError",
    message:
      'connection failed: connection to server at "10.4.1.12", port 5432 failed: FATAL:  sorry, too many clients already',
    frames: [
      library("psycopg/connection.py", 119, "connect", "raise last_ex.with_traceback(None)"),
      library("psycopg_pool/pool.py", 598, "_connect", "conn = self.connection_class.connect(self.conninfo)"),
      own("agent/store/database.py", 41, "connection", "return self.pool.getconn(timeout=2.0)"),
      search(52, "with database.connection() as connection:"),
    ],
  },
});

/** How searching fails. */
export const SEARCH_FAILURES: readonly FailureKind[] = [
  {
    tool: "search_tickets",
    share: 9,
    code: "invalid_status",
    class: "validation",
    mapped_in: 0,
    guess: "system",
    correct: (random) => {
      const received = random.pick(["resolved", "in_progress", "new", "escalated"]);
      return {
        message: `'${received}' is not a ticket status.`,
        field: "status",
        received,
        permitted: STATUSES,
        hint: "Use one of the permitted values, or leave status out to search all.",
        retryable: false,
      };
    },
    thrown: () => ({
      type: "InvalidStatus",
      message: "unknown status",
      frames: [search(38, "raise InvalidStatus(status)")],
    }),
  },
  {
    tool: "search_tickets",
    share: 5,
    code: "rate_limited",
    class: "transient",
    mapped_in: 0,
    guess: "transient",
    correct: (random) => ({
      message: "Too many searches for this tenant right now.",
      hint: "Wait, then send the same search once more.",
      retryable: true,
      retry_after: random.int(2, 20),
    }),
    thrown: () => ({
      type: "RateLimited",
      message: "429 from search gateway",
      frames: [search(61, "raise RateLimited(response.headers)")],
    }),
  },
  {
    tool: "search_tickets",
    share: 5,
    code: "search_overloaded",
    class: "transient",
    mapped_in: 1,
    guess: "transient",
    correct: () => ({
      message: "The ticket search has no free connection.",
      hint: "Wait, then send the same search once more.",
      retryable: true,
      retry_after: 5,
    }),
    thrown: databaseFull,
  },
  {
    tool: "search_tickets",
    share: 3,
    code: "index_unavailable",
    class: "system",
    mapped_in: 3,
    guess: "transient",
    correct: () => ({
      message: "The search index is being rebuilt.",
      hint: "Look the ticket up by its number instead.",
      retryable: false,
    }),
    thrown: () => ({
      type: "json.decoder.JSONDecodeError",
      message: "Expecting value: line 1 column 1 (char 0)",
      frames: [
        library(
          "json/decoder.py",
          355,
          "raw_decode",
          'raise JSONDecodeError("Expecting value", s, err.value) from None',
        ),
        library("httpx/_models.py", 832, "json", "return jsonlib.loads(self.content, **kwargs)"),
        search(74, 'hits = response.json()["hits"]'),
      ],
    }),
  },
  {
    tool: "search_tickets",
    share: 0.7,
    code: "query_too_deep",
    class: "validation",
    mapped_in: NEVER,
    guess: "system",
    correct: () => ({ message: "The query is nested too deeply." }),
    thrown: () => ({
      type: "RecursionError",
      message: "maximum recursion depth exceeded",
      frames: [
        ...Array.from({ length: 6 }, () =>
          own("agent/search/parse_query.py", 29, "parse_group", "return parse_group(tokens, depth + 1)"),
        ),
        search(33, "tree = parse_query(query)"),
      ],
    }),
  },
];
