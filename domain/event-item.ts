import type { EventBody } from "./event-body";
import { parseJson } from "./json";

/** What the caller may see of an event beyond the support view. */
export type EventView = { attributes: boolean };

/**
 * A stored event with its body spread beside its columns, as it goes over the wire. `attributes` may hold
 * arguments, so they go only to those who may see arguments. Numbers beyond a double stay carried as
 * `parseJson` carries them: write the answer with `stringifyJson`.
 */
export function toEventItem<Row extends { body: string }>(
  row: Row,
  view: EventView,
): Omit<Row, "body"> & Partial<EventBody> {
  const { body, ...columns } = row;
  const { attributes, ...rest } = parseJson(body) as Partial<EventBody>;
  return { ...rest, ...(view.attributes && attributes !== undefined ? { attributes } : {}), ...columns };
}
