/**
 * SQLSTATEs that mean "not now": connection exceptions, shutdown, starting up; no room on the disk, no memory, too many
 * connections; a disk that fails; and what refuses writes, as a primary that was demoted or ran out of its quota.
 */
const TRANSIENT_SQLSTATE = /^(08[0-9A-Z]{3}|57P0[1-5]|53[0-9A-Z]{3}|58030|25006)$/;

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ENOENT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
]);

const DATABASE_CALLS = new Set(["connect", "read", "write", "getaddrinfo"]);

/**
 * Whether the failure, or one of its causes, says that PostgreSQL cannot be reached, or cannot store
 * anything, now.
 * File errors share codes with sockets (ENOENT of a missing Unix socket), so system errors count only
 * when they come from a socket's call.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth++) {
    const code: unknown = Reflect.get(current, "code");
    if (typeof code === "string") {
      if (TRANSIENT_SQLSTATE.test(code)) return true;
      const syscall: unknown = Reflect.get(current, "syscall");
      if (CONNECTION_CODES.has(code) && (typeof syscall !== "string" || DATABASE_CALLS.has(syscall)))
        return true;
    }
    current = Reflect.get(current, "cause");
  }
  return false;
}
