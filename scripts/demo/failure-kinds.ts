import { BOOKING_FAILURES } from "./failures/book-slot";
import { REFUND_FAILURES } from "./failures/issue-refund";
import { LOOKUP_FAILURES } from "./failures/lookup-ticket";
import { SEARCH_FAILURES } from "./failures/search-tickets";
import { EMAIL_FAILURES } from "./failures/send-email";
import type { FailureKind } from "./scenario";

/** All the ways in which the simulated tools fail; their shares add up to 100. */
export const FAILURE_KINDS: readonly FailureKind[] = [
  ...SEARCH_FAILURES,
  ...LOOKUP_FAILURES,
  ...EMAIL_FAILURES,
  ...REFUND_FAILURES,
  ...BOOKING_FAILURES,
];
