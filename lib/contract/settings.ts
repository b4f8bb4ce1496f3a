import { z } from "zod";
import { settingsSchema } from "@/domain/settings";

/** `GET /api/v1/settings` */
export const settings = settingsSchema;

/** `PUT /api/v1/settings`: what is left out of a PUT stays, hence no name may be mistyped. */
export const settingsChange = z.strictObject(settingsSchema.partial().shape);
export type SettingsChange = z.input<typeof settingsChange>;
