import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An address as DNS answered it. */
export type Address = { address: string; family: 4 | 6 };

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** What an operator opened beyond the public internet: names as they stand in a URL, and ranges. */
export type AllowList = { hosts: ReadonlySet<string>; ranges: readonly Range[] };

/** IPv6 that is routed at all; everything else (mapped, compatible, local, documentation) lies outside. */
const GLOBAL_UNICAST: Range = ipaddr.parseCIDR("2000::/3");

/** Azure's host agent answers on a public-looking address, for this machine only. */
const MACHINE_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** What not even a named host may lead to: the metadata services of clouds live on link-local addresses. */
const ONLY_BY_RANGE: ReadonlySet<string> = new Set(["linkLocal", "unspecified", "multicast", "broadcast"]);

/**
 * Whether an address belongs to the public internet. Everything else is refused unless the operator opened
 * it: private, loopback, link-local, unspecified, multicast, carrier-grade NAT, unique local, documentation
 * and benchmarking ranges, and every IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || MACHINE_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || within(parsed, GLOBAL_UNICAST);
}

/** Whether `host`, a URL's hostname that led to `address`, may be connected to at this address. */
export function isAddressAllowed(host: string, address: string, allow: AllowList): boolean {
  return isPublicAddress(address) || isOpened(host, address, allow);
}

/** Whether the operator opened this host, or the range this address lies in. */
export function isOpened(host: string, address: string, allow: AllowList): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (allow.ranges.some((range) => within(parsed, range))) return true;
  return allow.hosts.has(host) && !ONLY_BY_RANGE.has(parsed.range()) && !MACHINE_ADDRESSES.has(address);
}

/** A URL's hostname as it is compared and resolved: without brackets and the root's dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/**
 * Reads hosts, addresses and ranges such as `hooks.internal`, `127.0.0.1` and `10.0.0.0/8`.
 * @throws RangeError naming the entry that is none of them.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of entries) {
    const range = rangeOf(entry);
    if (range !== null) ranges.push(range);
    else hosts.add(hostOf(entry));
  }
  return { hosts, ranges };
}

function rangeOf(entry: string): Range | null {
  if (entry.includes("/")) {
    if (!ipaddr.isValidCIDR(entry)) throw new RangeError(`"${entry}" is not a range like 10.0.0.0/8`);
    return ipaddr.parseCIDR(entry);
  }
  const family = isIP(entry);
  return family === 0 ? null : ipaddr.parseCIDR(`${entry}/${family === 4 ? 32 : 128}`);
}

function hostOf(entry: string): string {
  const text = `http://${entry}/`;
  const host = /[:?#@\\\s]/.test(entry) || !URL.canParse(text) ? "" : bareHost(new URL(text).hostname);
  // A decimal or octal form reads as an address here, but would never be met as a host again.
  if (host === "" || isIP(host) !== 0) {
    throw new RangeError(`"${entry}" is not a host like hooks.internal, nor a range like 10.0.0.0/8`);
  }
  return host;
}

function within(address: ReturnType<typeof ipaddr.parse>, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}
