import type { Capability } from "@/domain/permissions";

type SettingsPage = { href: string; label: string; capability: Capability | null };

const PAGES: readonly SettingsPage[] = [
  { href: "/settings/profile", label: "Profile", capability: null },
  { href: "/settings/people", label: "People", capability: "people.manage" },
  { href: "/settings/keys", label: "Keys", capability: "keys.manage" },
  { href: "/settings/tools", label: "Tools", capability: "tools.read" },
  { href: "/settings/webhooks", label: "Webhooks", capability: "settings.manage" },
  { href: "/settings/api", label: "API", capability: null },
  { href: "/settings/retention", label: "Retention", capability: "settings.manage" },
  { href: "/settings/scrubbing", label: "Scrubbing", capability: "settings.manage" },
  { href: "/settings/wordings", label: "Wordings", capability: "settings.manage" },
  { href: "/settings/installation", label: "Installation", capability: "settings.manage" },
];

/** The parts of the settings that these capabilities open, in their order. */
export function settingsPagesFor(capabilities: readonly Capability[]): readonly SettingsPage[] {
  return PAGES.filter(({ capability }) => capability === null || capabilities.includes(capability));
}
