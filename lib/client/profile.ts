import { queryOptions } from "@tanstack/react-query";
import type { OwnSessionList, Person, ProfileChange } from "@/lib/contract/people";
import { api } from "./fetcher";

/** The person's own entry, without their password. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api<Person>("/api/v1/profile", { signal }),
});

/** The person's own live sessions, newest first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ["profile", "sessions"],
  queryFn: ({ signal }) => api<OwnSessionList>("/api/v1/profile/sessions", { signal }),
});

/** Changes the own name or zone. @throws ApiError */
export function changeProfile(change: ProfileChange): Promise<Person> {
  return api("/api/v1/profile", { method: "PATCH", body: change });
}

/** Ends one of the own sessions. @throws ApiError */
export function endOwnSession(sessionId: string): Promise<{ ended: string }> {
  return api(`/api/v1/profile/sessions/${sessionId}`, { method: "DELETE" });
}

/** Sets another password, which ends all other sessions. @throws ApiError with `field` `currentPassword` */
export function changePassword(body: { currentPassword: string; newPassword: string }): Promise<unknown> {
  return api("/api/auth/change-password", { method: "POST", body });
}
