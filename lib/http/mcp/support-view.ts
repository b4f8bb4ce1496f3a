import { type Capability, may } from "@/domain/permissions";
import type { ServiceContext } from "@/lib/services/context";

const SUPPORT_VIEW: readonly Capability[] = ["references.read", "cases.read_own"];

/**
 * The same caller with nothing but the support view: what an assistant is given may be read out to a user, so that a
 * key which may see more is not shown more here.
 */
export function asSupport(ctx: ServiceContext): ServiceContext {
  const capabilities = new Set(SUPPORT_VIEW.filter((capability) => may(ctx.caller, capability)));
  return { ...ctx, caller: { ...ctx.caller, capabilities } };
}
