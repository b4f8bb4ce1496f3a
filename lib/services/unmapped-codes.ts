import { UNMAPPED_CODE } from "@/domain/code";
import type { Settings } from "@/domain/settings";

/** Settings are one object until they change. */
const known = new WeakMap<Settings, ReadonlySet<string>>();

/** The codes that say nothing of what went wrong, by which the installation counts events as unmapped. */
export function unmappedCodesOf(settings: Settings): ReadonlySet<string> {
  const codes = known.get(settings) ?? new Set([UNMAPPED_CODE, ...settings.unmapped_codes]);
  known.set(settings, codes);
  return codes;
}
