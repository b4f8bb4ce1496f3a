import type { Transaction } from "@/db/client";
import type { HeldItem } from "@/db/queries/quarantine-decide";
import type { Mapping } from "@/domain/mapping";
import type { Caller } from "@/domain/permissions";
import type { ReplayOutcome } from "@/domain/replay";
import type { ReportRules } from "@/domain/report-rules";
import type { Rejection } from "@/domain/reported-event";
import type { Settings } from "@/domain/settings";
import type { Runtime } from "./context";

export type Sending = {
  rt: Runtime;
  tx: Transaction;
  mapping: Mapping;
  /** Who sends, and by which replay; null in a preview, which leaves no trace. */
  by: Caller;
  replay_id: string | null;
  settings: Settings;
  now: string;
};

/** A mended item on its way to its door. */
export type MendedItem = { row: HeldItem; item: unknown; rules: ReportRules };

export type Sent = {
  outcome: Exclude<ReplayOutcome, "skipped">;
  rejection: Rejection | null;
  /** The event, record or report it is. */
  id: string | null;
};

/** What a door's sender answers: each item's fate in order, what to publish and to do after the commit. */
export type DoorSent = { sent: Sent[]; topics: string[]; committed: (() => void)[] };
