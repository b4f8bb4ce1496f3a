import Ajv from "ajv";
import { expect, test } from "vitest";
import { z } from "zod";
import { Errata } from "@/clients/typescript/errata";

/** The suite writes down how validators complain; here they do it themselves. */

const errata = new Errata({ url: "http://127.0.0.1:9", key: "k" });

const ticket = z.strictObject({
  status: z.enum(["open", "closed"]),
  amount: z.number().min(1).max(500).optional(),
  tags: z.array(z.literal(["red", "blue"])).optional(),
});

const schema = {
  type: "object",
  additionalProperties: false,
  required: ["status"],
  properties: {
    status: { enum: ["open", "closed"] },
    amount: { type: "number", minimum: 1, maximum: 500 },
    tags: { type: "array", items: { enum: ["red", "blue"] } },
  },
};
const validate = new Ajv().compile(schema);
const byAjv = (args: unknown) => {
  if (!validate(args)) throw new Ajv.ValidationError(validate.errors ?? []);
  return args;
};

const TOOLS = {
  zod: errata.tool<unknown>("zod", { writes: true, input: ticket }),
  ajv: errata.tool<unknown>("ajv", { writes: true, input: byAjv, schema }),
};

const FAULTS = [
  [{ status: "shut" }, 'status must be one of "open", "closed".', "status", ["open", "closed"]],
  [{}, 'status is required: one of "open", "closed".', "status", ["open", "closed"]],
  [{ status: "open", amount: 0 }, "amount must be at least 1.", "amount", undefined],
  [{ status: "open", amount: 501 }, "amount must be at most 500.", "amount", undefined],
  [{ status: "open", amount: "9" }, "amount must be of type number.", "amount", undefined],
  [
    { status: "open", tags: ["red", "green"] },
    'tags.1 must be one of "red", "blue".',
    "tags.1",
    ["red", "blue"],
  ],
  [
    { status: "open", state: 1 },
    "state is not a parameter of this tool.",
    "state",
    ["status", "amount", "tags"],
  ],
] as const;

test.each(FAULTS.flatMap((fault) => (["zod", "ajv"] as const).map((by) => [by, ...fault] as const)))(
  "%s refuses %j: %s",
  async (by, args, message, field, permitted) => {
    const outcome = await TOOLS[by].call(args, () => "done");
    expect(outcome).toMatchObject({
      ok: false,
      body: {
        code: "invalid_arguments",
        class: "validation",
        message,
        field,
        effect: "absent",
        retryable: false,
      },
    });
    expect(outcome.ok || outcome.body.permitted).toEqual(permitted);
  },
);

test("the same complaint out of the tool itself is no fault of the arguments", async () => {
  const outcome = await TOOLS.zod.call({ status: "open" }, () => ticket.parse({ status: "of the provider" }));
  expect(outcome).toMatchObject({
    ok: false,
    body: { code: "internal_error", effect: "unknown", class: "system" },
  });
});

test.each([
  ["cycles", () => Object.assign(Object.create(null), { self: globalThis })],
  ["bigints", () => ({ n: 10n })],
  [
    "getters that throw",
    () => Object.defineProperty({}, "x", { enumerable: true, get: () => expect.fail() }),
  ],
  ["a proxy that throws", () => new Proxy({}, { get: () => expect.fail(), ownKeys: () => expect.fail() })],
])("odd arguments and exceptions (%s) never reach the tool as an exception", async (_, odd) => {
  const tool = errata.tool<object>("odd", { writes: false });
  const outcome = await tool.call(odd(), () => {
    throw odd();
  });
  expect(outcome).toMatchObject({ ok: false, body: { code: "internal_error" } });
});
