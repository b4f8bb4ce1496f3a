import { AtSign, Database, FileCode2, FolderTree, KeyRound, type LucideIcon } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { LeakKind } from "@/domain/leak-kinds";
import { LEAK_WORDS } from "./leak-words";

const ICONS: Record<LeakKind, LucideIcon> = {
  trace: FileCode2,
  path: FolderTree,
  sql: Database,
  secret_url: KeyRound,
  email_address: AtSign,
};

/** What leaked, by shape and word; a secret stands out. */
export function LeakMark({ kind }: { kind: LeakKind }) {
  const Icon = ICONS[kind];
  return (
    <Badge tone={kind === "secret_url" ? "danger" : "neutral"} icon={<Icon aria-hidden />}>
      {LEAK_WORDS[kind].label}
    </Badge>
  );
}
