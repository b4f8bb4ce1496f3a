import type { Role, Scope } from "@/domain/permissions";

/** What a role lets somebody do, in the words of an admin who hands it out (EXPERIENCE "Roles"). */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; may: string }>> = {
  support: {
    label: "Support",
    may: "Looks references up, says to users what is safe to say, sees rates and the cases they opened. Never frames or arguments.",
  },
  reconciler: {
    label: "Reconciler",
    may: "Works the queue: claims, settles, and agrees as the second person. Sees arguments, never frames.",
  },
  engineer: {
    label: "Engineer",
    may: "Sees frames, arguments and quarantine, reads the queue, and keeps the tools. Does not settle.",
  },
  admin: {
    label: "Admin",
    may: "All that an engineer may, and people, keys, settings and the whole audit. Does not settle.",
  },
};

/** What a key of this scope may do (CONTRACT "Who may call"). */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  ingest: "Reports events, frames, calls, recoveries and releases. What a producer needs.",
  verdicts: "Waits for verdicts and acknowledges them. What a runtime needs that must not pay twice.",
  evidence: "Reports what was seen outside: a provider's callback, a nightly reconciliation.",
  read: "Reads rates, events, references as support sees them, codes and tools.",
  frames: "Reads frames and arguments. Each read is written to the audit.",
  cases: "Reads the queue, claims and settles; never agrees as the second person.",
  admin: "Manages people, keys, tools and settings, and reads the audit.",
};

/** Names and ticks only what is confined; null when nothing is. */
export function confinementWords(person: {
  tenants: string[] | null;
  environments: string[] | null;
  services: string[] | null;
}): string | null {
  const parts = [
    part(person.tenants, "tenant", "tenants"),
    part(person.environments, "environment", "environments"),
    part(person.services, "service", "services"),
  ].filter((words) => words !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

const NAMED_AT_MOST = 2;

function part(values: string[] | null, one: string, many: string): string | null {
  if (values === null) return null;
  if (values.length <= NAMED_AT_MOST) return `${values.length === 1 ? one : many} ${values.join(", ")}`;
  return `${values.length} ${many}`;
}
