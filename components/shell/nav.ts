import {
  ArrowDownToLine,
  BellRing,
  ChartArea,
  ChartColumn,
  HeartPulse,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Quote,
  ScanSearch,
  SearchCheck,
  Settings,
  Tag,
  Wrench,
} from "lucide-react";
import type { Capability } from "@/domain/permissions";

/** The header's filters; each place says which of them it answers to. */
export type HeaderFilter = "range" | "service" | "environment";

export type Place = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Shown to those who hold any of them; empty: to everybody */
  capabilities: readonly Capability[];
  /** Second key after `g` */
  key: string;
  /** The place it belongs to and stands under */
  within?: string;
  filters: readonly HeaderFilter[];
};

/** The console's nouns in their order. A new page is one line here. */
export const PLACES: readonly Place[] = [
  {
    href: "/",
    label: "Overview",
    icon: LayoutDashboard,
    capabilities: ["rates.read"],
    key: "o",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/unmapped",
    label: "Unmapped",
    icon: ScanSearch,
    capabilities: ["rates.read"],
    key: "u",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/explore",
    label: "Explore",
    icon: ChartArea,
    capabilities: ["rates.read"],
    key: "e",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/codes",
    label: "Codes",
    icon: Tag,
    capabilities: ["rates.read"],
    key: "c",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/lint",
    label: "Linter",
    icon: SearchCheck,
    capabilities: ["rates.read"],
    key: "l",
    within: "/codes",
    filters: [],
  },
  {
    href: "/tools",
    label: "Tools",
    icon: Wrench,
    capabilities: ["rates.read"],
    key: "t",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/recovery",
    label: "Recovery",
    icon: HeartPulse,
    capabilities: ["rates.read"],
    key: "v",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/alerts",
    label: "Alerts",
    icon: BellRing,
    capabilities: ["rates.read"],
    key: "a",
    filters: [],
  },
  {
    href: "/references",
    label: "References",
    icon: Quote,
    capabilities: ["references.read"],
    key: "r",
    filters: [],
  },
  {
    href: "/queue",
    label: "Queue",
    icon: ListChecks,
    capabilities: ["cases.read", "cases.read_own"],
    key: "q",
    filters: ["service", "environment"],
  },
  {
    href: "/queue/figures",
    label: "Figures",
    icon: ChartColumn,
    capabilities: ["cases.read"],
    key: "f",
    within: "/queue",
    filters: ["range", "service", "environment"],
  },
  {
    href: "/intake",
    label: "Intake",
    icon: ArrowDownToLine,
    capabilities: ["quarantine.read"],
    key: "i",
    filters: ["range"],
  },
  { href: "/settings", label: "Settings", icon: Settings, capabilities: [], key: "s", filters: [] },
];

/** The places these capabilities open. */
export function placesFor(capabilities: readonly Capability[]): readonly Place[] {
  return PLACES.filter(
    (place) =>
      place.capabilities.length === 0 || place.capabilities.some((each) => capabilities.includes(each)),
  );
}

/** The place a path belongs to; a place within another comes first. */
export function placeOf(pathname: string): Place | undefined {
  const holds = ({ href }: Place) =>
    href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
  return PLACES.findLast((place) => place.within !== undefined && holds(place)) ?? PLACES.find(holds);
}
