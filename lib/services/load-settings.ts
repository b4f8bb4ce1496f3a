import { readDroppedUntil } from "@/db/queries/retention";
import { readSettings } from "@/db/queries/settings";
import { DEFAULT_SETTINGS, readableSettings, type Settings } from "@/domain/settings";
import { rememberDropped } from "./accepted-days";
import type { Runtime } from "./context";
import { onPublished } from "./on-published";

/** Published after settings were changed; every process then reads them again. */
export const SETTINGS_CHANGED = "settings";

/** How long another process's change may go unnoticed when the publication got lost. */
const FRESH_MS = 5_000;

type Memory = { current: { value: Promise<Settings>; until: number } | null };

function memoryOf(rt: Runtime): Memory {
  return rt.once("settings", () => {
    const memory: Memory = { current: null };
    void onPublished(rt, SETTINGS_CHANGED, () => {
      memory.current = null;
    });
    return memory;
  });
}

/** The installation's settings: what is stored, else what the environment says, else the defaults. */
export function loadSettings(rt: Runtime): Promise<Settings> {
  const memory = memoryOf(rt);
  if (memory.current !== null && memory.current.until > Date.now()) return memory.current.value;
  const value = read(rt);
  memory.current = { value, until: Date.now() + FRESH_MS };
  value.catch(() => {
    memory.current = null;
  });
  return value;
}

async function read(rt: Runtime): Promise<Settings> {
  const fallback = { ...DEFAULT_SETTINGS, ...fromEnvironment(rt) };
  const [found, dropped] = await Promise.all([readSettings(rt.db), readDroppedUntil(rt.db)]);
  rememberDropped(rt, dropped);
  const { settings, unreadable } = readableSettings(found);
  if (unreadable.length > 0)
    rt.log.error({ settings: unreadable }, "these stored settings are not valid; their defaults are used");
  return { ...fallback, ...settings };
}

function fromEnvironment({ env }: Runtime): Partial<Settings> {
  return {
    time_zone: env.ERRATA_TIME_ZONE,
    retention_days: env.ERRATA_RETENTION_DAYS,
    unmapped_codes: [...new Set(["internal_error", ...env.ERRATA_UNMAPPED_CODES])],
  };
}
