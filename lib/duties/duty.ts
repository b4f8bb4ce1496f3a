import type { Runtime } from "@/lib/services/context";

/** What a duty works with: the process's state and the time, which tests set. */
export type DutyContext = Runtime & { now: () => Date };

/** Background work that one process of the installation does, again and again. */
export type Duty = {
  name: string;
  /** Seconds between the end of one run and the start of the next. */
  every_seconds: number;
  /** Topics that start the next run at once; they are hints, the interval finds what they missed. */
  wake_on?: readonly string[];
  /**
   * Must bear being cut off anywhere and being run twice at once: a new leader may overlap an old one. The
   * signal aborts when this process no longer leads; a long run then comes to its end.
   */
  run: (ctx: DutyContext, signal?: AbortSignal) => Promise<void>;
};
