import type { z } from "zod";
import { settingsSchema } from "@/domain/settings";

/** `GET` and `PUT /api/v1/settings`: what is left out of a PUT stays. */
export const settingsAnswer = settingsSchema;
export const settingsChange = settingsSchema.partial();
export type SettingsChange = z.input<typeof settingsChange>;
