import type { FailureKind } from "../scenario";
import { library, own } from "../stack-trace";

const book = (line: number, code: string) => own("booking/tools/book_slot.py", line, "book_slot", code);
const calendar = (line: number, code: string) => own("booking/calendar_client.py", line, "insert", code);

/** How booking fails. */
export const BOOKING_FAILURES: readonly FailureKind[] = [
  {
    tool: "book_slot",
    share: 4,
    code: "slot_taken",
    class: "not_found",
    mapped_in: 0,
    guess: "system",
    // Drift: where it is found only while booking, another author called it semantic and let it be repeated.
    correct: (random) => {
      const slot = random.int(1000, 9999);
      return {
        message: "The slot is no longer free.",
        field: "slot_id",
        received: `slot_${slot}`,
        hint: "Ask for the free slots again and offer one of those.",
        retryable: slot % 5 === 0,
        effect: "absent",
        ...(slot % 5 === 0 && { class: "semantic" }),
      };
    },
    thrown: () => ({
      type: "SlotTaken",
      message: "slot already booked",
      frames: [book(54, "raise SlotTaken(slot)")],
    }),
  },
  {
    tool: "book_slot",
    share: 2,
    code: "calendar_busy",
    class: "transient",
    mapped_in: 0,
    guess: "transient",
    unknown_every: 15,
    correct: () => ({
      message: "The calendar is locked by another booking; nothing was booked.",
      retryable: true,
      retry_after: 5,
      effect: "absent",
    }),
    thrown: () => ({
      type: "TimeoutError",
      message: "calendar lock not acquired within 5.0 s",
      frames: [
        calendar(77, 'raise TimeoutError("calendar lock not acquired within 5.0 s")'),
        book(61, "self.calendar.insert(event)"),
      ],
    }),
  },
  {
    tool: "book_slot",
    share: 4,
    code: "invalid_timezone",
    class: "validation",
    mapped_in: 3,
    guess: "system",
    correct: (random) => ({
      message: "That is not a time zone.",
      field: "timezone",
      received: random.pick(["CEST", "Berlin", "GMT+2", "Eastern"]),
      permitted: ["an IANA name such as Europe/Berlin"],
      hint: "Use the IANA name of the customer's city.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "zoneinfo._common.ZoneInfoNotFoundError",
      message: "'No time zone found with key CEST'",
      frames: [
        library(
          "zoneinfo/_common.py",
          24,
          "load_tzdata",
          'raise ZoneInfoNotFoundError(f"No time zone found with key {key}")',
        ),
        own("booking/local_time.py", 12, "localize", "return moment.astimezone(ZoneInfo(name))"),
        book(39, "start = localize(slot.start, timezone)"),
      ],
      cause: {
        type: "ModuleNotFoundError",
        message: "No module named 'tzdata'",
        frames: [
          library(
            "importlib/__init__.py",
            90,
            "import_module",
            "return _bootstrap._gcd_import(name[level:], package, level)",
          ),
        ],
      },
    }),
  },
  {
    tool: "book_slot",
    share: 4,
    code: "calendar_access_denied",
    class: "authorization",
    mapped_in: 4,
    guess: "transient",
    correct: () => ({
      message: "The agent may not write to this technician's calendar.",
      hint: "Stop. A person has to share the calendar.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "googleapiclient.errors.HttpError",
      message: '<HttpError 403 when requesting https://calendar.example/v3/events returned "Forbidden">',
      frames: [
        library("googleapiclient/http.py", 938, "execute", "raise HttpError(resp, content, uri=self.uri)"),
        calendar(63, "return self.api.events().insert(body=event).execute()"),
        book(61, "self.calendar.insert(event)"),
      ],
    }),
  },
  {
    tool: "book_slot",
    share: 2,
    code: "double_booking",
    class: "semantic",
    mapped_in: 5,
    guess: "system",
    correct: () => ({
      message: "The customer already has a visit at that time.",
      hint: "Ask which of the two visits should stay.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "sqlalchemy.exc.IntegrityError",
      message:
        '(psycopg.errors.ExclusionViolation) conflicting key value violates exclusion constraint "visits_no_overlap"',
      frames: [
        library("sqlalchemy/engine/default.py", 941, "do_execute", "cursor.execute(statement, parameters)"),
        library("sqlalchemy/orm/session.py", 2032, "commit", "trans.commit(_to_root=True)"),
        own("booking/store.py", 88, "save", "self.session.commit()"),
        book(66, "self.store.save(visit)"),
      ],
      cause: {
        type: "psycopg.errors.ExclusionViolation",
        message: 'conflicting key value violates exclusion constraint "visits_no_overlap"',
        frames: [library("psycopg/cursor.py", 97, "execute", "raise ex.with_traceback(None)")],
      },
    }),
  },
];
