import { queryOptions } from "@tanstack/react-query";
import type { Settings } from "@/domain/settings";
import type { SettingsChange } from "@/lib/contract/settings";
import { api } from "./fetcher";

/** What the installation decided for itself. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => api<Settings>("/api/v1/settings", { signal }),
});

/** Changes what is given; the rest stays. @throws ApiError */
export function changeSettings(change: SettingsChange): Promise<Settings> {
  return api("/api/v1/settings", { method: "PUT", body: change });
}
