import type { StackFrame } from "@/lib/contract/frames-read";

/** One frame in sight, or several in a row that are not of the application. */
export type FrameGroup = { kind: "open"; frame: StackFrame } | { kind: "folded"; frames: StackFrame[] };

/**
 * Frames of the application in sight, what lies between them folded. Where none is known to be of the application the
 * newest stays in sight, for that is where it was thrown.
 */
export function foldFrames(frames: readonly StackFrame[]): FrameGroup[] {
  const someInApp = frames.some((frame) => frame.in_app === true);
  const groups: FrameGroup[] = [];
  frames.forEach((frame, index) => {
    const last = groups.at(-1);
    if (someInApp ? frame.in_app === true : index === 0) groups.push({ kind: "open", frame });
    else if (last?.kind === "folded") last.frames.push(frame);
    else groups.push({ kind: "folded", frames: [frame] });
  });
  return groups;
}

/** `app/refunds.py:42:7`, as editors and terminals read it. */
export function placeOf(frame: StackFrame): string {
  return [frame.file ?? "unknown file", frame.line, frame.column]
    .filter((part) => part !== null && part !== undefined)
    .join(":");
}
