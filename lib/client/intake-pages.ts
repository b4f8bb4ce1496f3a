import type { Capability } from "@/domain/permissions";

type IntakePage = { href: string; label: string; capability: Capability };

const PAGES: readonly IntakePage[] = [
  { href: "/intake", label: "Sources", capability: "quarantine.read" },
  { href: "/intake/quarantine", label: "Quarantine", capability: "quarantine.read" },
  { href: "/intake/leaks", label: "Leaks", capability: "quarantine.read" },
];

/** The parts of the intake that these capabilities open, in their order. */
export function intakePagesFor(capabilities: readonly Capability[]): readonly IntakePage[] {
  return PAGES.filter(({ capability }) => capabilities.includes(capability));
}
