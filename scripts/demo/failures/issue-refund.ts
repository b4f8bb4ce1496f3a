import type { FailureKind } from "../scenario";
import { library, own, type Trace } from "../stack-trace";

const refund = (line: number, code: string) => own("src/tools/issue-refund.ts", line, "issueRefund", code);
const inClient = (line: number, code: string) =>
  own("src/provider/client.ts", line, "ProviderClient.post", code);

const providerTimeout = (): Trace => ({
  type: "ProviderError",
  message: "POST /v1/refunds failed",
  frames: [
    inClient(88, "throw new ProviderError(describe(request), { cause });"),
    refund(52, 'const answer = await provider.post("/v1/refunds", body, { idempotencyKey });'),
  ],
  cause: {
    type: "HeadersTimeoutError",
    message: "Headers Timeout Error",
    frames: [
      library(
        "node_modules/undici/lib/dispatcher/client-h1.js",
        642,
        "Parser.onTimeout",
        "util.destroy(socket, new HeadersTimeoutError())",
      ),
      library("node:internal/timers", 581, "listOnTimeout", "timer._onTimeout();"),
    ],
  },
});

/** Up to 1.4.0 the driver threw its own class; since then everything is a plain ApiError. */
const declinedSinceUpgrade = (): Trace => ({
  type: "ApiError",
  message: "Request failed with status 402",
  frames: [
    library(
      "node_modules/@provider/sdk/dist/http.js",
      203,
      "raiseForStatus",
      "throw new ApiError(response);",
    ),
    inClient(71, "return await this.sdk.request(method, path, body, options);"),
    refund(52, 'const answer = await provider.post("/v1/refunds", body, { idempotencyKey });'),
  ],
});

/** How refunds fail. */
export const REFUND_FAILURES: readonly FailureKind[] = [
  {
    tool: "issue_refund",
    share: 2.5,
    code: "card_declined",
    class: "semantic",
    mapped_in: 0,
    lost_in: 4,
    guess: "transient",
    correct: () => ({
      message: "The card can't take the refund; nothing was paid out.",
      user_message: "The refund could not go back to that card. Shall I send it to another account?",
      hint: "Ask for another way to pay out. Sending the same again will not change the answer.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "CardDeclinedError",
      message: "card_declined",
      frames: [
        library(
          "node_modules/@provider/sdk/lib/errors.js",
          44,
          "fromBody",
          "return new CardDeclinedError(body);",
        ),
        refund(52, 'const answer = await provider.post("/v1/refunds", body, { idempotencyKey });'),
      ],
    }),
    thrown_since: declinedSinceUpgrade,
  },
  {
    tool: "issue_refund",
    share: 7,
    code: "amount_exceeds_charge",
    class: "validation",
    mapped_in: 0,
    guess: "system",
    correct: (random) => {
      const charged = random.int(20, 400);
      const received = charged + random.int(5, 90);
      return {
        message: `${received}.00 is more than the ${charged}.00 that were charged.`,
        field: "amount",
        received,
        hint: `Refund at most ${charged}.00.`,
        retryable: false,
        effect: "absent",
      };
    },
    thrown: () => ({
      type: "AmountExceedsCharge",
      message: "amount > charge",
      frames: [refund(37, "throw new AmountExceedsCharge(amount, charge);")],
    }),
  },
  {
    tool: "issue_refund",
    share: 3.5,
    code: "refund_window_closed",
    class: "semantic",
    mapped_in: 0,
    guess: "system",
    correct: () => ({
      message: "The charge is older than 180 days and can't be refunded to the card.",
      precondition: "charge.age_days <= 180",
      hint: "Offer a voucher instead.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "RefundWindowClosed",
      message: "charge too old",
      frames: [refund(41, "throw new RefundWindowClosed(charge);")],
    }),
  },
  {
    tool: "issue_refund",
    share: 6,
    code: "provider_timeout",
    class: "transient",
    mapped_in: 2,
    guess: "transient",
    unknown_every: 14,
    correct: () => ({
      message: "The payment provider could not be reached; the refund was not sent.",
      hint: "Wait, then repeat with the same idempotency key.",
      retryable: true,
      retry_after: 30,
      effect: "absent",
    }),
    thrown: providerTimeout,
  },
  {
    tool: "issue_refund",
    share: 3,
    code: "currency_mismatch",
    class: "validation",
    mapped_in: 5,
    guess: "system",
    correct: (random) => ({
      message: "The refund's currency is not the charge's.",
      field: "currency",
      received: random.pick(["USD", "EUR", "GBP"]),
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "TypeError",
      message: "Cannot read properties of undefined (reading 'minorUnits')",
      frames: [
        own(
          "src/money/convert.ts",
          19,
          "toMinorUnits",
          "return amount * 10 ** CURRENCIES[currency].minorUnits;",
        ),
        refund(46, "const minor = toMinorUnits(amount, currency);"),
      ],
    }),
  },
];
