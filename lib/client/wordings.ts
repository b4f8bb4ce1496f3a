import type { Settings } from "@/domain/settings";
import { type Wording, type WordingCell, withWording } from "@/domain/wordings";
import { api } from "./fetcher";
import { changeSettings } from "./settings";

/**
 * Stores the wording of one cell, or none where the default shall hold, and answers all settings. Read anew just before,
 * so that what others changed in other cells meanwhile stays. @throws ApiError
 */
export async function changeWording(cell: WordingCell, wording: Wording | null): Promise<Settings> {
  const { wordings } = await api<Settings>("/api/v1/settings");
  return changeSettings({ wordings: withWording(wordings, cell, wording) });
}
