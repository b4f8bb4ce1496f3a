import type { Ruling } from "@/domain/verdict";
import { toldJson } from "./told-json";

/** The answer to the letter, as the runtime reads it. */
export function TellsExactly({ ruling }: { ruling: Ruling }) {
  return <code className="block break-words text-muted text-xs">{toldJson(ruling)}</code>;
}
