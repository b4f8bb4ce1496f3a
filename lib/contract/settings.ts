import type { z } from "zod";
import { settingsSchema } from "@/domain/settings";

/** `PUT /api/v1/settings`: what is left out of a PUT stays. */
export const settingsChange = settingsSchema.partial();
export type SettingsChange = z.input<typeof settingsChange>;
