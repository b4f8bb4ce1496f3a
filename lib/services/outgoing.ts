import { type OutgoingPolicy, outgoingPolicy } from "@/lib/platform/outgoing-policy";
import type { Runtime } from "./context";

/** Where this process may send to, made once. */
export function outgoingPolicyOf(rt: Pick<Runtime, "env" | "once">): OutgoingPolicy {
  return rt.once("outgoing-policy", () => outgoingPolicy(rt.env));
}
