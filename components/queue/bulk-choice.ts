import { serverNow } from "@/components/ui/server-clock";
import { instantFromDate } from "@/domain/instant";
import type { BulkChoice } from "@/lib/contract/bulk";
import type { QueueParams } from "./queue-params";
import { chosenInput } from "./queue-query";
import type { Selection } from "./selection";

/** What the server is to freeze: the ticked rows, or all that the list would show under its view and filters. */
export function choiceOf(params: QueueParams, selection: Selection): BulkChoice {
  if (!selection.matching) return { case_ids: [...selection.ids] };
  // Made of the very names that the list is asked by, each with the value the wire takes.
  return chosenInput(params, instantFromDate(new Date(serverNow())).iso) as BulkChoice;
}
