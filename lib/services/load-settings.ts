import { readSettings } from "@/db/queries/settings";
import { type Settings, settingsSchema } from "@/domain/settings";
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
  const fromEnvironment = {
    time_zone: rt.env.ERRATA_TIME_ZONE,
    unmapped_codes: [...new Set(["internal_error", ...rt.env.ERRATA_UNMAPPED_CODES])],
  };
  const stored = settingsSchema.partial().safeParse(await readSettings(rt.db));
  if (!stored.success) rt.log.error({ err: stored.error }, "stored settings are not valid; using defaults");
  return settingsSchema.parse({ ...fromEnvironment, ...(stored.success ? stored.data : {}) });
}
