import { isIP } from "node:net";
import { DomainError, isDomainError, validationError } from "@/domain/errors";
import { type Address, bareHost, isAddressAllowed, isOpened } from "./guarded-address";
import { startDeadline, whileInTime } from "./outgoing-deadline";
import type { OutgoingPolicy } from "./outgoing-policy";

/**
 * The URL, if it is one Errata may ever send to. WHATWG parsing has by then turned decimal, octal and
 * hexadecimal IPv4 forms into the dotted one that is checked.
 * @throws DomainError `url_refused`
 */
export function checkUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw refused("It is not a URL.", text);
  const url = new URL(text, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refused("Only https and http are spoken.", text);
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("It holds a user name or a password; send credentials in a header.");
  }
  url.hash = "";
  return url;
}

/**
 * Resolves the URL's host, once, and answers the addresses that may be connected to. One forbidden address
 * among several refuses all: nobody honest answers with both.
 * @throws DomainError `address_refused`, `url_refused` (plain http beyond what was opened) or `unreachable`
 */
export async function resolveChecked(
  url: URL,
  policy: OutgoingPolicy,
  signal: AbortSignal,
): Promise<Address[]> {
  const host = bareHost(url.hostname);
  const addresses = await whileInTime(addressesOf(host, policy), signal);
  if (addresses.some(({ address }) => !isAddressAllowed(host, address, policy.allow))) {
    throw addressRefused(host);
  }
  // Plain http would carry tenants, keys and probes' secrets readably over networks nobody vouches for.
  if (url.protocol === "http:" && !addresses.every(({ address }) => isOpened(host, address, policy.allow))) {
    throw refused(
      `Plain http goes only to what ERRATA_OUTGOING_ALLOW names, and ${host} is not there; use https.`,
    );
  }
  return addresses;
}

/** Long enough for a name server nearby; who types an address waits for it. */
const EARLY_CHECK_MS = 3_000;

/**
 * Refuses at once an address that could never be sent to, for whoever just typed it. A name that does not
 * resolve now may do so later, and passes.
 * @throws DomainError `address_refused` or `url_refused`
 */
export async function assertMayBeCalled(text: string, policy: OutgoingPolicy): Promise<void> {
  const deadline = startDeadline(EARLY_CHECK_MS);
  try {
    await resolveChecked(checkUrl(text), policy, deadline.signal);
  } catch (error) {
    const isRefusal = isDomainError(error) && error.errorClass === "validation";
    if (isRefusal) throw validationError(error.code, error.message, { field: "url", hint: error.hint });
  } finally {
    deadline.clear();
  }
}

async function addressesOf(host: string, policy: OutgoingPolicy): Promise<Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family === 6 ? 6 : 4 }];
  const found = await policy.resolve(host).catch((cause: unknown) => {
    throw unresolved(host, cause);
  });
  if (found.length === 0) throw unresolved(host, undefined);
  return found;
}

function unresolved(host: string, cause: unknown): DomainError {
  return new DomainError({
    code: "unreachable",
    errorClass: "transient",
    message: `The name ${host} does not resolve.`,
    cause,
  });
}

/** Which address it was stays inside: the answer must not map the network Errata stands in. */
function addressRefused(host: string): DomainError {
  return validationError(
    "address_refused",
    `${host} leads to an address that is not on the public internet (private, loopback, link-local or the like).`,
    { hint: "An operator can allow it in ERRATA_OUTGOING_ALLOW." },
  );
}

function refused(reason: string, received?: string): DomainError {
  return validationError("url_refused", `This URL cannot be called. ${reason}`, {
    ...(received === undefined ? {} : { received: received.slice(0, 200) }),
  });
}
