import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReportedException } from "../reported-frames";
import { scrubExceptions } from "./scrub-exceptions";
import type { Scrub, ScrubKind, ScrubRules } from "./scrub-rules";
import { scrubValue } from "./scrub-value";

const RULES: ScrubRules[] = [
  { email_addresses: false, card_numbers: "kept", custom: [] },
  { email_addresses: true, card_numbers: "all", custom: [] },
];
/** Texts with something in them, and without. */
const text = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    "",
    "main",
    "/srv/app/pay.py",
    "charge(order)",
    "\u{10FFFF}number:12345678901234567890",
  ),
  fc.constantFrom(
    'login(password="hunter22")',
    "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    "jane@shop.example",
  ),
  fc.constantFrom(
    "card 4111 1111 1111 1111",
    "4111111111111111",
    "Authorization: Basic abcdefgh",
    "x".repeat(301),
  ),
  fc.string(),
);
const frame = fc.record({ code: text, file: text, function: text, in_app: fc.boolean(), line: fc.nat() });
const exception = fc.record({
  frames: fc.array(frame, { maxLength: 4 }),
  message: text,
  module: text,
  type: text,
});

const counted = (rules: ScrubRules): Required<Scrub> => ({
  found: 0,
  kinds: new Map<ScrubKind, number>(),
  rules,
});

describe("scrubExceptions", () => {
  it("hides what scrubValue hides and counts what it counts, also what it has seen before", () => {
    const property = fc.property(fc.array(exception), fc.constantFrom(...RULES), (sent, rules) => {
      const exceptions = sent as ReportedException[];
      const [ours, others] = [counted(rules), counted(rules)];
      for (const _ of ["first", "again"])
        expect(scrubExceptions(exceptions, ours)).toEqual(scrubValue(exceptions, others));
      expect(ours).toEqual(others);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
