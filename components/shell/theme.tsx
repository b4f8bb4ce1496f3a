"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { MenuGroup, MenuRadio } from "@/components/ui/menu";

export const THEMES = [
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
  { value: "system", label: "As the system", icon: <Monitor aria-hidden /> },
] as const;

type Theme = (typeof THEMES)[number]["value"];

/** Light, dark or as the system, as a part of a menu. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  const current = THEMES.find(({ value }) => value === theme)?.value ?? "system";
  return (
    <MenuGroup label="Theme">
      <MenuRadio<Theme> value={current} onChange={setTheme} options={THEMES} />
    </MenuGroup>
  );
}
