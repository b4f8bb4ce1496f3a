import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LeakKind } from "./leak-kinds";
import { findLeaks, maskedExample, maskLeaks, mayLeak } from "./leaks";

const LEAKING: readonly (readonly [LeakKind, string])[] = [
  ["trace", 'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 12, in pay\nValueError: bad'],
  ["trace", "at pay (/srv/app/dist/pay.js:10:22)"],
  ["trace", "at com.acme.Refund.pay(Refund.java:12)"],
  ["trace", "goroutine 1 [running]:\nmain.pay(0x1)\n\t/srv/app/main.go:9 +0x1d"],
  ["trace", "at Acme.Refund.Pay(String id) in C:\\src\\Refund.cs:line 12"],
  ["trace", "#0 /srv/app/pay.php(12): pay()"],
  ["trace", "at async run (node:internal/process/task_queues:95:5)"],
  ["trace", "Caused by: com.acme.PaymentRefused: no"],
  ["trace", "panic: no refund\n\ngoroutine 1 [running]:\nmain.pay(0x1)"],
  ["path", "/srv/app/config/production.yml"],
  ["path", "C:\\Users\\ada\\app\\settings.json"],
  ["path", "file:///home/ada/app/main.py"],
  ["sql", 'duplicate key value violates unique constraint "refunds_pkey"'],
  ["sql", 'relation "refunds" does not exist'],
  ["sql", "SELECT id FROM refunds WHERE id = 7"],
  ["sql", "DETAIL: Key (order_id)=(17) already exists."],
  ["secret_url", "https://ada:hunter2@db.example/refunds"],
  ["secret_url", "https://api.example/v1?api_key=[redacted]&page=2"],
  ["email_address", "ada.lovelace@customer.example"],
  ["email_address", "[e-mail]"],
  ["path", "file=%2Fsrv%2Fapp%2Fconfig%2Fproduction.yml"],
  ["path", "file=%252Fsrv%252Fapp%252Fconfig%252Fproduction.yml"],
  ["secret_url", "next=https%3A%2F%2Fshop.example%2F%3Ftoken%3D[redacted]"],
  ["secret_url", "https%3A%2F%2Fada%3Ahunter2%40db.example%2Frefunds"],
  ["secret_url", "shop.example/?api_key=[redacted]"],
  ["secret_url", "shop.example/?key=[redacted]"],
  ["secret_url", "https://shop.example/?session=0a1b2c3d4e5f"],
  ["email_address", "to=ada.lovelace%40customer.example"],
  ["sql", "E11000 duplicate key error collection: shop.refunds index: _id_ dup key: { _id: 7 }"],
];

const HARMLESS = [
  "The status of the refund must be one of open, paid or cancelled.",
  "Send a date as YYYY-MM-DD, such as 2026-11-30.",
  "Use GET /v1/orders/{id} to read the order again.",
  "Choose application/json or text/csv.",
  "The amount is 3/4 of the limit and/or more than 100.",
  "Retry at 10:30:00 in 5 seconds.",
  "See https://docs.example/refunds#status for the permitted values.",
  "Please select a status from the list.",
  "Update the order and set the status to paid.",
  "Write to support@example.com if this goes on.",
  "order 123456789012345 was refunded at 12:30",
  "Go to /home/orders or /media/upload.",
  "The SQLSTATE class is not one of these.",
  "A deadlock detected between two agents ends both.",
  "could not execute statement of work",
  "See shop.example/orders?page=2&sort=asc for the list.",
  "See shop.example/list?key=orders and https://shop.example/?session=morning&key=7.",
  "GET /v1/files/a%2Fb?next=%2Forders%2F17 was refused.",
  "Write to support%40example.com, 100%25 of the time.",
  "The value is too long: value too long for type of field.",
  "",
];

describe("what leaked into a text", () => {
  it.each(LEAKING)("is found as %s: %s", (kind, leak) => {
    const text = `The refund failed: ${leak}`;
    expect(findLeaks(text).map((found) => found.kind)).toContain(kind);
    expect(findLeaks(maskLeaks(text))).toEqual([]);
  });

  it.each(HARMLESS)("is not found in: %s", (text) => {
    expect(findLeaks(text)).toEqual([]);
    expect(maskLeaks(text)).toBe(text);
  });

  it("leaves nothing to find once it is masked, whatever stands around it", () => {
    const words = fc.constantFrom(
      "the",
      "refund",
      "failed:",
      "see",
      "(",
      ")",
      "\n",
      '"',
      "because",
      ",",
      "and",
    );
    const pieces = fc.array(
      fc.oneof(
        words,
        fc.constantFrom(...LEAKING).map(([, leak]) => leak),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const masked = maskLeaks(parts.join(" "));
        expect(findLeaks(masked)).toEqual([]);
        expect(maskLeaks(masked)).toBe(masked);
      }),
      { numRuns: 2000, seed: 4 },
    );
  });

  it.each([
    "SQLSTATE[42P01] ",
    "INSERT INTO a ",
    "Key (a)=(",
    "select ",
    "/a ",
    "at a ",
    "a@",
    "#1 a ",
    "%2F",
    "%252Fsrv%252Fa ",
    "a.example/?a=1 ",
  ])("is looked for in proportion to the text, however often it says: %s", (said) => {
    // A look from each of them to the end of such a text would take minutes.
    expect(findLeaks(maskLeaks(said.repeat(1_000_000 / said.length)))).toEqual([]);
  });

  it("lies within the text, in order and apart, and is never found where a look says there is none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const leaks = findLeaks(text);
        let from = 0;
        for (const { start, end } of leaks) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
        if (leaks.length > 0) expect(mayLeak(text)).toBe(true);
      }),
      { numRuns: 1000, seed: 4 },
    );
  });

  it("takes with it what a runtime says around its frames", () => {
    const java = "java.lang.IllegalStateException: no\n\tat com.acme.A.b(A.java:3)\n\t... 12 more";
    expect(maskLeaks(`Refund failed.\n${java}`)).toBe("Refund failed.\n[trace]");
    const go = "panic: no refund\n\ngoroutine 1 [running]:\nmain.pay(0x1)\n\t/srv/app/main.go:9 +0x1d";
    expect(maskLeaks(go)).toBe("[trace]");
    const rust = "thread 'main' panicked at src/pay.rs:2:5:\nno refund for ada";
    expect(maskLeaks(rust)).toBe("[trace]");
  });

  it("is shown as an example of at most 300 characters without the leak", () => {
    const text = `${"long ".repeat(200)}/srv/app/config/production.yml${" text".repeat(200)}`;
    const leaks = findLeaks(text);
    const example = maskedExample(text, leaks, "path");
    expect(example.length).toBeLessThanOrEqual(300);
    expect(example).toContain("[path]");
    expect(example).not.toContain("/srv");
  });
});
