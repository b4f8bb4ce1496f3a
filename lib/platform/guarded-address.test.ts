import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddressAllowed, isPublicAddress, parseAllowList } from "./guarded-address";

const NOTHING = parseAllowList([]);

/** Ranges from the registries of special-purpose addresses (IANA), written anew on purpose. */
const FORBIDDEN_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const anyV4 = fc.integer({ min: 0, max: 0xffffffff });
const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".");
const hexPair = (n: number) => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`;

function toNumber(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isForbiddenV4(n: number): boolean {
  return FORBIDDEN_V4.some(([start, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(n / size) === Math.floor(toNumber(start) / size);
  });
}

describe("isPublicAddress", () => {
  it("refuses every address of a special range", () => {
    const within = fc.constantFrom(...FORBIDDEN_V4).chain(([start, bits]) => {
      return fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => toNumber(start) + offset);
    });
    fc.assert(fc.property(within, (n) => !isPublicAddress(dotted(n))));
  });

  it("lets every other IPv4 address through, except those of one machine's services", () => {
    fc.assert(
      fc.property(anyV4, (n) => {
        fc.pre(!isForbiddenV4(n) && !/^(192\.175\.48|192\.31\.196|192\.52\.193)\./.test(dotted(n)));
        return isPublicAddress(dotted(n)) || dotted(n) === "168.63.129.16";
      }),
    );
    expect(isPublicAddress("168.63.129.16")).toBe(false);
  });

  it("refuses every IPv6 form that carries an IPv4 address, public or not", () => {
    fc.assert(
      fc.property(anyV4, (n) => {
        const forms = [
          `::ffff:${dotted(n)}`,
          `::ffff:${hexPair(n)}`,
          `::ffff:0:${hexPair(n)}`,
          `::${hexPair(n)}`,
          `64:ff9b::${hexPair(n)}`,
          `64:ff9b:1::${hexPair(n)}`,
          `2002:${hexPair(n)}::1`,
          `2001:0:${hexPair(n)}::1`,
        ];
        return forms.every((form) => !isPublicAddress(form));
      }),
    );
  });

  it.each([
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "100::1",
    "2001:db8::1",
    "3fff::1",
    "",
    "example.com",
    "1.2.3",
  ])("refuses %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"])(
    "permits %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it("judges by one and the same address whatever spelling of IPv4 a URL uses", () => {
    fc.assert(
      fc.property(anyV4, (n) => {
        const octal = [24, 16, 8, 0].map((shift) => `0${((n >>> shift) & 255).toString(8)}`).join(".");
        const spellings = [String(n), `0x${n.toString(16)}`, octal, `${n >>> 24}.${n & 0xffffff}`];
        return spellings.every((text) => new URL(`http://${text}/`).hostname === dotted(n));
      }),
    );
  });
});

describe("an allow list", () => {
  it("opens the ranges it names and nothing beside them", () => {
    const allow = parseAllowList(["10.1.0.0/16", "fd00::/8", "127.0.0.1"]);
    expect(isAddressAllowed("any.example", "10.1.2.3", allow)).toBe(true);
    expect(isAddressAllowed("any.example", "fd00::7", allow)).toBe(true);
    expect(isAddressAllowed("any.example", "127.0.0.1", allow)).toBe(true);
    expect(isAddressAllowed("any.example", "10.2.0.1", allow)).toBe(false);
    expect(isAddressAllowed("any.example", "127.0.0.2", allow)).toBe(false);
    expect(isAddressAllowed("any.example", "::ffff:10.1.2.3", allow)).toBe(false);
  });

  it("lets a named host be private, but never the metadata service", () => {
    const allow = parseAllowList(["Hooks.Internal"]);
    expect(isAddressAllowed("hooks.internal", "10.9.9.9", allow)).toBe(true);
    expect(isAddressAllowed("hooks.internal", "127.0.0.1", allow)).toBe(true);
    expect(isAddressAllowed("other.internal", "10.9.9.9", allow)).toBe(false);
    for (const address of ["169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1", "168.63.129.16"]) {
      expect(isAddressAllowed("hooks.internal", address, allow)).toBe(false);
    }
    expect(isAddressAllowed("hooks.internal", "169.254.169.254", parseAllowList(["169.254.0.0/16"]))).toBe(
      true,
    );
  });

  it.each(["10.0.0.0/33", "http://a.example", "a.example:80", "a b", "user@a.example", "10.0.0.0/"])(
    "refuses the entry %j by name",
    (entry) => {
      expect(() => parseAllowList([entry])).toThrow(entry);
    },
  );

  it("leaves what is public open without any list", () => {
    expect(isAddressAllowed("a.example", "1.1.1.1", NOTHING)).toBe(true);
  });
});
