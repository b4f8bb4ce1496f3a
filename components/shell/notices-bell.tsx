"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { usePageKeys } from "@/components/ui/page-keys";
import { Popover } from "@/components/ui/popover";
import { useLive } from "@/lib/client/live";
import { noticesQuery } from "@/lib/client/notices";
import { useMay } from "@/lib/client/session";
import { unreadWords } from "./notice-words";
import { NoticesList } from "./notices-list";

/** What a person is told about the cases they have to do with, on every page. */
export function NoticesBell() {
  const all = useMay("cases.read");
  const own = useMay("cases.read_own");
  return all || own ? <Notices /> : null;
}

function Notices() {
  const [open, setOpen] = useState(false);
  useLive();
  usePageKeys([{ keys: "g n", label: "Notices", group: "Go to", run: () => setOpen(true) }]);
  const { data } = useInfiniteQuery(noticesQuery());
  const unread = data?.pages[0]?.unread ?? 0;
  const label = unread === 0 ? "Notices" : `Notices, ${unreadWords(unread)} unread`;
  return (
    <span className="relative inline-flex">
      <Popover
        title="Notices"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton label={label} shortcut="g n" icon={<Bell />} />}
      >
        <NoticesList onOpened={() => setOpen(false)} />
      </Popover>
      {unread > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 font-medium text-on-accent text-xs leading-none"
        >
          {unreadWords(unread)}
        </span>
      )}
    </span>
  );
}
