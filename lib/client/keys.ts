import { queryOptions } from "@tanstack/react-query";
import type { CreatedKey, Key, KeyChange, KeyList, NewKey, SourceList } from "@/lib/contract/keys";
import { api } from "./fetcher";

/** All keys the person may manage, newest first, revoked ones included. */
export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: ({ signal }) => api<KeyList>("/api/v1/keys", { signal }),
});

/** The producers that keys belong to. */
export const sourcesQuery = queryOptions({
  queryKey: ["sources"],
  queryFn: ({ signal }) => api<SourceList>("/api/v1/sources", { signal }),
});

/** Makes a key; the answer is the only place where it can be read. @throws ApiError */
export function createKey(key: NewKey): Promise<CreatedKey> {
  return api("/api/v1/keys", { method: "POST", body: key });
}

/** Gives a key another limit. @throws ApiError `key_revoked` */
export function changeKey(keyId: string, change: KeyChange): Promise<Key> {
  return api(`/api/v1/keys/${keyId}`, { method: "PATCH", body: change });
}

/** Revokes a key at once; doing it again changes nothing. @throws ApiError */
export function revokeKey(keyId: string): Promise<Key> {
  return api(`/api/v1/keys/${keyId}`, { method: "DELETE" });
}
