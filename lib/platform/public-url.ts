import type { Env } from "./env";

/**
 * The address people use, without a slash at the end, or null when none is configured. A proxy that strips
 * a prefix has it in the public URL only; one that passes it on has it in the base path.
 */
export function publicBase(env: Env): string | null {
  if (env.ERRATA_PUBLIC_URL === undefined) return null;
  const { origin, pathname } = new URL(env.ERRATA_PUBLIC_URL);
  const prefix = pathname.replace(/\/+$/, "");
  return origin + (prefix === "" ? env.ERRATA_BASE_PATH : prefix);
}
