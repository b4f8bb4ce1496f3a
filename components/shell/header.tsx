"use client";

import { Command, Menu as MenuIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { AccountMenu } from "./account-menu";
import { FacetSelect } from "./facet-select";
import { placeOf } from "./nav";
import { NoticesBell } from "./notices-bell";
import { showOverlay } from "./overlays";
import { PasteBox } from "./paste-box";
import { RangePicker } from "./range-picker";

/** Paste box and account on every page; the filters that the page answers to. */
export function Header() {
  const filters = placeOf(usePathname())?.filters ?? [];
  return (
    <header className="z-20 border-b bg-ground xl:sticky xl:top-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-3 py-2 md:px-6 xl:h-12 xl:flex-nowrap xl:py-0">
        <IconButton
          label="Navigation"
          icon={<MenuIcon />}
          className="md:hidden"
          onClick={() => showOverlay("nav")}
        />
        <PasteBox />
        {filters.length > 0 && (
          <div className="order-last flex w-full min-w-0 flex-wrap items-center gap-2 xl:order-none xl:ml-auto xl:w-auto xl:flex-nowrap">
            {filters.includes("service") && <FacetSelect facet="service" />}
            {filters.includes("environment") && <FacetSelect facet="environment" />}
            {filters.includes("range") && <RangePicker />}
          </div>
        )}
        <div className={cn("ml-auto flex items-center", filters.length > 0 && "xl:ml-0")}>
          <IconButton
            label="Command palette"
            shortcut="Ctrl K"
            icon={<Command />}
            className="max-md:hidden"
            onClick={() => showOverlay("palette")}
          />
          <NoticesBell />
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}
