"use client";

import type { QuarantineChoice, QuarantineItem } from "@/lib/contract/quarantine";
import type { ReplayDetail } from "@/lib/contract/replays";
import { DismissDialog } from "./dismiss-dialog";
import { MendDialog } from "./mend-dialog";
import { choiceOfFilter, type QuarantineParams } from "./quarantine-params";
import { suggestedSteps } from "./reason-words";
import type { Chosen } from "./selection";

/** What is about to be done, and to which items. */
export type Act = { kind: "mend" | "dismiss"; chosen: Chosen; count: number };

type ActDialogProps = {
  act: Act;
  params: QuarantineParams;
  items: readonly QuarantineItem[];
  onClose: () => void;
  onFrozen: (replay: ReplayDetail) => void;
  onDismissed: () => void;
};

/** The form of what is to be done to the chosen. */
export function ActDialog({ act, params, items, onClose, onFrozen, onDismissed }: ActDialogProps) {
  const { chosen, count } = act;
  const choose: QuarantineChoice = chosen.matching ? choiceOfFilter(params) : { ids: [...chosen.ids] };
  if (act.kind === "dismiss")
    return <DismissDialog choose={choose} count={count} onClose={onClose} onDone={onDismissed} />;
  const suggested = suggestionFor(items, chosen, params);
  return <MendDialog choose={choose} suggested={suggested} onClose={onClose} onFrozen={onFrozen} />;
}

/** The steps that the chosen most likely need, where all that are listed of them have one reason. */
function suggestionFor(items: readonly QuarantineItem[], chosen: Chosen, params: QuarantineParams) {
  const meant = chosen.matching ? items : items.filter(({ quarantine_id }) => chosen.ids.has(quarantine_id));
  const [one] = meant;
  if (one === undefined) return [];
  const alike =
    params.reason !== null ||
    meant.every(({ reason, field }) => reason === one.reason && field === one.field);
  return alike ? suggestedSteps(one) : [];
}
