import {
  AlarmClock,
  CheckCircle2,
  ClockAlert,
  type LucideIcon,
  NotebookPen,
  RotateCcw,
  UserRoundCheck,
  UserRoundPlus,
} from "lucide-react";
import Link from "next/link";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";
import type { NoticeKind } from "@/domain/notice-kinds";
import type { Notice } from "@/lib/contract/notices";
import { noticeCase, noticeHref, noticeWords } from "./notice-words";

const ICONS: Readonly<Record<NoticeKind, LucideIcon>> = {
  assigned: UserRoundCheck,
  escalated: UserRoundPlus,
  due_soon: AlarmClock,
  overdue: ClockAlert,
  settled: CheckCircle2,
  reopened: RotateCcw,
  noted: NotebookPen,
};

/** One notice: what happened to which case, and when; unread ones are marked by shape and word. */
export function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const Icon = ICONS[notice.kind];
  const { words, code } = noticeCase(notice);
  const unread = notice.read_at === null;
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={noticeHref(notice)}
        onClick={onOpen}
        className="flex gap-2.5 rounded-md px-2 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon
          aria-hidden
          className={cn("mt-0.5 size-4 shrink-0", notice.kind === "overdue" ? "text-danger" : "text-muted")}
        />
        <span className="min-w-0 flex-1">
          <span className={cn("block", unread && "font-medium")}>{noticeWords(notice)}</span>
          {notice.data.text && <span className="line-clamp-2 text-muted text-xs">“{notice.data.text}”</span>}
          <span className="block truncate text-muted text-xs">
            {words} <code>{code}</code>
          </span>
          <span className="text-faint text-xs">
            <Time past iso={notice.created_at} display="relative" />
          </span>
        </span>
        {unread && (
          <>
            <span className="sr-only">unread</span>
            <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
          </>
        )}
      </Link>
    </li>
  );
}
