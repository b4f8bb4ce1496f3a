import type { z } from "zod";
import { settingsSchema } from "@/domain/settings";

/** `GET /api/v1/settings` */
export const settings = settingsSchema;

/** `PUT /api/v1/settings`: what is left out of a PUT stays. */
export const settingsChange = settingsSchema.partial();
export type SettingsChange = z.input<typeof settingsChange>;
