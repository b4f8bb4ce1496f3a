import type { ReportedException, ReportedStackFrame } from "../reported-frames";
import { scrubRecurring } from "./scrub-recurring";
import { type Scrub, scrubValue } from "./scrub-value";

/**
 * Exceptions as they may be stored, as `scrubValue` leaves them: the members of an exception and of a frame have names of
 * ours, which tell nothing of their values, so that only the texts are looked at.
 */
export function scrubExceptions(exceptions: readonly ReportedException[], scrub: Scrub): ReportedException[] {
  return exceptions.map((exception) => ({
    ...exception,
    frames: exception.frames?.map((frame) => scrubFrame(frame, scrub)),
    message: scrubValue(exception.message, scrub) as ReportedException["message"],
    module: scrubRecurring(exception.module, scrub),
    type: scrubRecurring(exception.type, scrub),
  }));
}

function scrubFrame(frame: ReportedStackFrame, scrub: Scrub): ReportedStackFrame {
  const code = scrubRecurring(frame.code, scrub);
  const file = scrubRecurring(frame.file, scrub);
  const name = scrubRecurring(frame.function, scrub);
  if (code === frame.code && file === frame.file && name === frame.function) return frame;
  return { ...frame, code, file, function: name };
}
