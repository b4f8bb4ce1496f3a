"use client";

import { CircleUser, Keyboard, LogOut } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { useSession } from "@/lib/client/session";
import { signOut } from "@/lib/client/sign-out";
import { showOverlay } from "./overlays";
import { ThemeChoice } from "./theme";

function leave(): void {
  signOut().catch((error: unknown) => toast({ title: describeError(error).message, tone: "danger" }));
}

/** Who is signed in and with which roles; theme, keys, sign out. */
export function AccountMenu() {
  const { name, email, roles } = useSession();
  return (
    <Menu align="end" trigger={<IconButton label={`Account of ${name}`} icon={<CircleUser />} />}>
      <div className="px-2 py-1.5">
        <p className="font-medium">{name}</p>
        <p className="text-muted text-xs">{email}</p>
        <p className="text-muted text-xs">{roles.join(", ") || "no role yet"}</p>
      </div>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onSelect={() => showOverlay("keys")}>
        Keys of this page
      </MenuItem>
      <MenuGroup label="Session">
        <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}
