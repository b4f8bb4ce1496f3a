import type { EventBody } from "./event-body";
import { parseJson } from "./json";
import { maskArguments, maskBody } from "./leaks-in-body";
import { type Caller, may } from "./permissions";

/** What the caller may see of an event beyond the support view; `leaks`: what leaked into the caller-facing texts. */
export type EventView = { attributes: boolean; leaks: boolean };

/** Arguments for those who may read arguments; what was meant for the log for those who may read frames. */
export function eventViewOf(caller: Caller): EventView {
  return { attributes: may(caller, "arguments.read"), leaks: may(caller, "frames.read") };
}

/**
 * A stored event with its body spread beside its columns, as it goes over the wire. `attributes` may hold arguments, so
 * they go only to those who may see arguments, without stack traces to those who may not see frames. Numbers beyond a
 * double stay carried as `parseJson` carries them: write the answer with `stringifyJson`.
 */
export function toEventItem<Row extends { body: string }>(
  row: Row,
  view: EventView,
): Omit<Row, "body"> & Partial<EventBody> {
  const { body, ...columns } = row;
  const { attributes, ...parts } = parseJson(body) as Partial<EventBody>;
  if (view.leaks)
    return { ...parts, ...(view.attributes && attributes !== undefined && { attributes }), ...columns };
  const shown = view.attributes && attributes !== undefined && { attributes: maskArguments(attributes) };
  return { ...maskBody(parts), ...shown, ...columns };
}
