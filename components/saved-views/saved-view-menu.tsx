"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, ChevronDown, Settings2 } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { usePageKeys } from "@/components/ui/page-keys";
import { useOpen } from "@/components/ui/use-open";
import type { ViewedPage } from "@/domain/saved-view";
import { savedViewsQuery } from "@/lib/client/saved-views";
import type { SavedView } from "@/lib/contract/saved-views";
import { SavedViewDialog } from "./saved-view-dialog";
import { SavedViewList } from "./saved-view-list";
import { viewHref, viewQueryOf } from "./viewed-page";

const NONE: readonly SavedView[] = [];

/** Views of this page under a name: one's own, those others share, and what can be done with them. */
export function SavedViewMenu({ page }: { page: ViewedPage }) {
  const all = useQuery(savedViewsQuery).data ?? NONE;
  const views = all.filter((view) => view.page === page);
  const [open, show] = useOpen<"save" | "manage">();
  const trigger = useRef<HTMLButtonElement>(null);
  usePageKeys([{ keys: "v", label: "Saved views", run: () => trigger.current?.click() }]);
  const query = viewQueryOf(page, useSearchParams().toString());
  const current = views.find((view) => viewQueryOf(page, view.query) === query);
  const own = views.filter((view) => view.own);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button ref={trigger} className="max-w-64">
            <Bookmark aria-hidden className={current && "fill-current text-accent"} />
            <span className="truncate">{current?.name ?? "Saved views"}</span>
            <Kbd>v</Kbd>
            <ChevronDown aria-hidden className="text-faint" />
          </Button>
        }
      >
        <Group label="Yours" views={own} />
        <Group label="Shared by others" views={views.filter((view) => !view.own)} />
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={() => show("save")}>
          Save this view …
        </MenuItem>
        {own.length > 0 && (
          <MenuItem icon={<Settings2 aria-hidden />} onSelect={() => show("manage")}>
            Rename, share, delete …
          </MenuItem>
        )}
      </Menu>
      {open === "save" && <SavedViewDialog page={page} query={query} onClose={() => show(null)} />}
      {open === "manage" && <SavedViewList views={own} onClose={() => show(null)} />}
    </>
  );
}

function Group({ label, views }: { label: string; views: readonly SavedView[] }) {
  if (views.length === 0) return null;
  return (
    <MenuGroup label={label}>
      {views.map((view) => (
        <MenuItem key={view.view_id} href={viewHref(view.page, view.query)}>
          <span className="flex items-baseline gap-4">
            <span className="max-w-56 truncate">{view.name}</span>
            {!view.own && <span className="ml-auto text-faint text-xs">{view.by}</span>}
            {view.own && view.shared && <span className="ml-auto text-faint text-xs">shared</span>}
          </span>
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
