import pino, { type Logger as PinoLogger } from "pino";
import { loggedError } from "./logged-error";

export type Logger = PinoLogger;

/**
 * One JSON line per record on stderr; stdout belongs to the few lines meant for a person. Written at once:
 * what is logged right before a crash is what one wants to read after it.
 */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    redact: ["*.password", "*.secret", "*.authorization", "*.cookie", "*.token"],
  };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}
