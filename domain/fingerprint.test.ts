import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "./fingerprint";
import { readTrace } from "./raw-trace/read-trace";

const of = (file: string, name: string | null, type = "ValueError", line = 1) =>
  fingerprintOf("pay", [{ type, message: "m", frames: [{ file, function: name, line, in_app: true }] }])
    ?.text;

describe("a fingerprint", () => {
  it.each([
    ["an installed version", "/srv/app/releases/20261115/shop/pay.py", "/srv/app/releases/20261201/shop/pay.py"],
    ["a place of installation", "/home/ci/shop/pay.py", "/srv/shop/pay.py"],
    ["a versioned package", "/x/shop-1.4.2/pay.rb", "/x/shop-1.5.0.rc1/pay.rb"],
    ["a module's version", "/go/src/shop@v1.4.2/pay.go", "/go/src/shop@v1.5.0/pay.go"],
    ["a bundle's content hash", "https://a.example/static/main.3f2a1b9c.js?v=1", "https://b.example/static/main.99aa00ff.js"],
    ["a bundle's other hash", "/assets/index-B2x9Kd1f.js", "/assets/index-Zz81_kQa.js"],
    ["a numbered chunk", "/assets/123.js", "/assets/77.js"],
    ["the separator", "C:\\app\\shop\\pay.cs", "/app/shop/pay.cs"],
    ["an id in the path", "/jobs/0c5e4f83-ee32-2c22-c6c3-98a94981de87/shop/pay.py", "/jobs/shop/pay.py"],
    ["a cell of a notebook", "<ipython-input-12-ab34cd56ef78>", "<ipython-input-9-00112233aabb>"],
    ["the line in the name of evaluated code", "/a/t.php(12) : eval()'d code", "/a/t.php(98) : eval()'d code"],
  ])("does not change with %s", (_, before, after) => {
    expect(of(before, "charge_card")).toBe(of(after, "charge_card", "ValueError", 99));
  }); // biome-ignore format: one list

  it.each([
    ["a lambda's counter", "Pay.java", "com.shop.Pay.lambda$run$3", "com.shop.Pay.lambda$run$17"],
    ["a proxy's", "Pay.java", "com.shop.Pay$$EnhancerBySpringCGLIB$$1a2b3c4d.run", "com.shop.Pay$$EnhancerBySpringCGLIB$$99.run"],
    ["a hidden class's address", "Pay.java", "com.shop.Pay$$Lambda$14/0x0000000800c03000.run", "com.shop.Pay$$Lambda$2/0x00007f.run"],
    ["a closure's in Go", "pay.go", "main.charge.func1.2", "main.charge.func3"],
    ["a state machine's", "Pay.cs", "Shop.Pay.<Run>d__5.MoveNext", "Shop.Pay.<Run>d__12.MoveNext"],
    ["a display class's", "Pay.cs", "Shop.Pay.<>c__DisplayClass3_0.<Run>b__1", "Shop.Pay.<>c__DisplayClass8_2.<Run>b__0"],
    ["a block's depth", "pay.rb", "block (2 levels) in run", "block in run"],
    ["a symbol's hash", "pay.rs", "shop::pay::h0123456789abcdef", "shop::pay::hfedcba9876543210"],
    ["a closure's place", "pay.php", "{closure:/srv/a.php:12}", "{closure:/srv/a.php:98}"],
    ["a bundler's name", "/static/main.3f2a1b9c.js", "t.Xr", "e.n"],
    ["a bundler's name beside a real one", "/static/app.js", "t.chargeCard", "n.chargeCard"],
  ])("does not change with %s", (_, file, before, after) => {
    expect(of(file, before)).toBe(of(file, after));
  }); // biome-ignore format: one list

  it("tells tools, types, functions and files apart", () => {
    const base = of("/srv/shop/pay.py", "charge");
    expect(of("/srv/shop/pay.py", "refund")).not.toBe(base);
    expect(of("/srv/shop/order.py", "charge")).not.toBe(base);
    expect(of("/srv/shop/pay.py", "charge", "KeyError")).not.toBe(base);
    const frames = [{ file: "/srv/shop/pay.py", function: "charge", in_app: true }];
    expect(fingerprintOf("other", [{ type: "ValueError", frames }])?.text).not.toBe(base);
    expect(of("pay.py", "step_1")).not.toBe(of("pay.py", "step_2"));
    expect(of("sha256.py", "sha256")).not.toBe(of("sha512.py", "sha512"));
  });

  it("takes the outermost exception that has an in-app frame, and its newest one", () => {
    const library = { file: "/usr/lib/python3.11/json/decoder.py", function: "decode" };
    const exceptions = [
      { type: "OuterError", frames: [library] },
      { type: "InnerError", frames: [library, { file: "/srv/shop/pay.py", function: "charge" }] },
    ];
    const found = fingerprintOf("pay", exceptions);
    expect(found).toEqual({
      text: '[3,"pay","InnerError","charge","shop/pay.py"]',
      top_frame: "charge (shop/pay.py)",
    });
    expect(fingerprintOf("pay", [exceptions[0] ?? {}])?.top_frame).toBe("decode (json/decoder.py)");
    expect(fingerprintOf("pay", [{ type: "TypeError" }])).toEqual({
      text: '[3,"pay","TypeError","",""]',
      top_frame: null,
    });
  });

  it("is the same whether a type is named with its module or without, and another for another type", () => {
    const typed = (type: string) => of("/srv/shop/pay.py", "charge", type);
    expect(typed("httpx.ReadTimeout")).toBe(typed("ReadTimeout"));
    expect(typed("httpx.ReadTimeout")).not.toBe(typed("httpx.ConnectTimeout"));
  });

  it("is never made of a message", () => {
    expect(fingerprintOf("pay", null)).toBeNull();
    expect(fingerprintOf("pay", [{ type: null, message: "card 17 was declined" }])).toBeNull();
    expect(fingerprintOf("pay", [{ type: "card 17 was declined", frames: [] }])).toBeNull();
  });

  const digits = fc.integer({ min: 1, max: 99_999 });
  const hex = fc
    .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 12, maxLength: 12 })
    .map((text) => `1${text}`);
  const moving = fc.record({
    line: digits,
    other: digits,
    address: hex,
    uuid: fc.uuid(),
    message: fc.string(),
    major: fc.nat(99),
    minor: fc.nat(99),
    count: fc.nat(999),
  });
  type Moving = typeof moving extends fc.Arbitrary<infer T> ? T : never;
  const traces: readonly [string, (m: Moving) => string][] = [
    ["python", (m) => `Traceback (most recent call last):
  File "/opt/${m.uuid}/shop-${m.major}.${m.minor}/pay.py", line ${m.line}, in charge
    return gateway.post(${m.other})
  File "/usr/lib/python3.${m.minor}/json/__init__.py", line ${m.other}, in loads
shop.errors.Declined: object at 0x${m.address} ${m.uuid}`],
    ["java", (m) => `com.shop.Declined: ${m.uuid}
\tat org.springframework.web.Filter.run(Filter.java:${m.other})
\tat com.shop.Pay.lambda$charge$${m.count}(Pay.java:${m.line})`],
    ["node", (m) => `Declined: ${m.uuid}
    at charge (/srv/releases/${m.major}.${m.minor}.${m.count}/shop/pay.js:${m.line}:${m.other})
    at node:internal/process:${m.other}:3`],
    ["go", (m) => `panic: no ${m.address}

goroutine ${m.other} [running]:
main.charge.func${m.count + 1}(0x${m.address}, 0x${m.line})
\t/go/src/shop@v${m.major}.${m.minor}.0/pay.go:${m.line} +0x${m.address}`],
    ["browser", (m) => `Declined: no
    at ${m.count % 2 ? "t" : "e"}.${m.count % 3 ? "a" : "Zn"} (https://a${m.other}.example/static/main.${m.address}.js:${m.line}:${m.other})`],
  ]; // biome-ignore format: traces as they are printed

  it.each(traces)("stays as lines, addresses, ids, versions and counters move: %s", (language, print) => {
    fc.assert(
      fc.property(moving, moving, (a, b) => {
        const [one, two] = [a, b].map((m) => fingerprintOf("pay", readTrace(print(m), language)));
        expect(one?.top_frame).not.toBeNull();
        expect(one).toEqual(two);
      }),
    );
  });

  it("never throws and stays small, whatever is in the frames", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("$".repeat(5000), "a.1".repeat(3000), "0x".repeat(3000), "/-1".repeat(2000)),
    );
    fc.assert(
      fc.property(text, text, text, (file, name, type) => {
        const found = fingerprintOf(null, [{ type, frames: [{ file, function: name }] }]);
        expect(found?.top_frame?.length ?? 0).toBeLessThanOrEqual(300);
      }),
    );
  });
});
