import { AtSign, Database, FileCode2, FolderTree, KeyRound, type LucideIcon } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { LeakKind } from "@/domain/leak-kinds";
import { KIND_WORDS } from "./kind-words";

const ICONS: Record<LeakKind, LucideIcon> = {
  trace: FileCode2,
  path: FolderTree,
  sql: Database,
  secret_url: KeyRound,
  email_address: AtSign,
};

/** What leaked, by shape and word; a secret stands out. */
export function KindBadge({ kind }: { kind: LeakKind }) {
  const Icon = ICONS[kind];
  return (
    <Badge tone={kind === "secret_url" ? "danger" : "neutral"} icon={<Icon aria-hidden />}>
      {KIND_WORDS[kind].label}
    </Badge>
  );
}
