import type { Caller } from "@/domain/permissions";
import type { Runtime } from "@/lib/services/context";
import { authenticate } from "./authenticate";

/** Who asks, where that matters to nothing but the record of a failure; null for a stranger, and when it cannot be told. */
export async function recognise(rt: Runtime, request: Request): Promise<Caller | null> {
  try {
    return (await authenticate(rt, request)).caller;
  } catch {
    return null;
  }
}
