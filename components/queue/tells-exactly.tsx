import type { Ruling } from "@/domain/verdict";
import { type Seen, toldJson } from "./told-json";

/** The answer to the letter, as the runtime reads it. */
export function TellsExactly({ ruling, seen }: { ruling: Ruling; seen: Seen }) {
  return <code className="block break-words text-muted text-xs">{toldJson(ruling, seen)}</code>;
}
