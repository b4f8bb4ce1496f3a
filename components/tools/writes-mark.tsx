import { Badge } from "@/components/ui/badge";

/** Whether a tool changes the world, as a person declared it. */
export function WritesMark({ writes }: { writes: boolean | null }) {
  if (writes === null) return <span className="text-faint text-xs">reads or writes: not said</span>;
  return writes ? <Badge>writes</Badge> : <Badge tone="outline">only reads</Badge>;
}
