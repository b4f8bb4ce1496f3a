import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLeaks } from "./leaks";
import { exampleOf, leaksOfBody, maskBody } from "./leaks-in-body";

const ADDRESS = "ada@customer.example";
const PATH = "/srv/app/config/production.yml";

describe("a value that the caller gets back", () => {
  it.each([
    ADDRESS, `"${ADDRESS}"`, ` ${ADDRESS}\n`, "[e-mail]", PATH, `'${PATH}'`, "C:\\Users\\ada\\app\\settings.json",
    "file:///home/ada/app/main.py", [ADDRESS, PATH], { to: ADDRESS, deep: [{ file: PATH }] },
  ])("is no leak when it is nothing but an address or a path: %j", (received) => {
    expect(leaksOfBody({ received })).toEqual([]);
  }); // biome-ignore format: one list

  it.each([
    ["path", `cannot read ${PATH}`],
    ["path", `${PATH}:12`],
    ["path", `${PATH} ${PATH}`],
    ["email_address", `${ADDRESS}, ${ADDRESS}`],
    ["email_address", `Ada <${ADDRESS}>`],
    ["path", { [PATH]: 1 }],
    ["secret_url", "https://ada:[redacted]@db.example/refunds"],
    ["sql", 'relation "refunds" does not exist'],
    ["trace", "at pay (/srv/app/dist/pay.js:10:22)"],
  ])("is a leak of %s when it says more: %j", (kind, received) => {
    const leaks = leaksOfBody({ received });
    expect(leaks).toMatchObject([{ field: "received", kind }]);
    expect(leaks.map(exampleOf).every((example) => example.includes("["))).toBe(true);
  });

  it("is one in any other part, where nobody asked for it", () => {
    for (const field of ["message", "user_message", "field", "permitted", "precondition", "hint"])
      expect(leaksOfBody({ [field]: field === "permitted" ? [PATH] : PATH })).toMatchObject([
        { field, kind: "path" },
      ]);
  });

  it("is masked all the same for whoever may not see frames", () => {
    expect(maskBody({ received: { to: ADDRESS, file: PATH } })).toEqual({
      received: { to: "[e-mail address]", file: "[path]" },
    });
  });
});

describe("members whose names mask alike", () => {
  it("are numbered, and none takes another's name", () => {
    const received = { "/srv/a.py": 1, "[path] 2": 2, "/srv/b.py": 3, "[path]": 4, "/srv/c.py": 5, plain: 6 };
    expect(maskBody({ received }).received).toEqual({
      ...{ "[path] 3": 1, "[path] 2": 2, "[path] 4": 3, "[path]": 4, "[path] 5": 5, plain: 6 },
    });
  });

  it("are all kept, whatever they are called", () => {
    const name = fc.oneof(
      fc.constantFrom("/srv/a.py", "/srv/b.py", "/srv/c.py", "[path]", "[path] 2", "[path] 3", "__proto__"),
      fc.constantFrom(ADDRESS, "eva@customer.example", "[e-mail]", "[e-mail address]", "[e-mail address] 2"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.dictionary(name, fc.integer(), { maxKeys: 12 }), (received) => {
        const { received: masked } = maskBody({ received });
        const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
        expect(sorted(Object.values(masked))).toEqual(sorted(Object.values(received)));
        expect(Object.keys(masked).flatMap((each) => findLeaks(each))).toEqual([]);
      }),
    );
  });
});
