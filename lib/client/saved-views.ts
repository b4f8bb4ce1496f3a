import { queryOptions } from "@tanstack/react-query";
import type { SavedView, SavedViewBody, SavedViewList } from "@/lib/contract/saved-views";
import { api } from "./fetcher";

/** The own views of all pages, then those that others share. */
export const savedViewsQuery = queryOptions({
  queryKey: ["saved-views"],
  queryFn: async ({ signal }): Promise<readonly SavedView[]> =>
    (await api<SavedViewList>("/api/v1/saved-views", { signal })).items,
  staleTime: 60_000,
});

const path = (view_id: string) => `/api/v1/saved-views/${encodeURIComponent(view_id)}`;

/** Keeps a view of a page under a name. @throws ApiError `saved_view_name_taken`, `too_many_saved_views` */
export function saveView(body: SavedViewBody): Promise<SavedView> {
  return api("/api/v1/saved-views", { method: "POST", body });
}

/** Changes a view of one's own. @throws ApiError `saved_view_not_found` */
export function changeView(view_id: string, body: SavedViewBody): Promise<SavedView> {
  return api(path(view_id), { method: "PUT", body });
}

/** Removes a view of one's own. @throws ApiError `saved_view_not_found` */
export function removeView(view_id: string): Promise<undefined> {
  return api(path(view_id), { method: "DELETE" });
}
