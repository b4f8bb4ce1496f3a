/** The parts of the engineers' view of what agents do after a failure, in their order. */
export const RECOVERY_PAGES = [
  { href: "/recovery", label: "Attempts" },
  { href: "/recovery/next-moves", label: "Next moves" },
  { href: "/recovery/silent", label: "Silent codes" },
] as const;
