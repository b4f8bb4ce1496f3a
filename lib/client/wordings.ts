import type { Settings } from "@/domain/settings";
import type { WordingChange } from "@/lib/contract/wordings";
import { api } from "./fetcher";

/**
 * Stores the wording of one cell, or none where the default shall hold, and answers all settings.
 * @throws ApiError `wording_changed` where somebody else was faster
 */
export function changeWording(change: WordingChange): Promise<Settings> {
  return api("/api/v1/settings/wordings", { method: "PUT", body: change });
}
