import { loadQueueParams, type QueueParams, queueSearch } from "./queue-params";

/** The address of a view as it is kept: its query string, without what is as by default. */
export function savedQueryOf(params: QueueParams): string {
  return queueSearch(params).replace(/^\?/, "");
}

/** Whether two addresses show the same, whatever the order they are written in. */
export function isSameView(one: string, other: string): boolean {
  const plain = (query: string) => savedQueryOf(loadQueueParams(new URLSearchParams(query)));
  return plain(one) === plain(other);
}
