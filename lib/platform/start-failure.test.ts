import { expect, it } from "vitest";
import { StartupError } from "@/domain/startup-error";
import { whyNotStarted } from "./start-failure";

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

it.each([
  [new StartupError("Port 3000 is taken."), "Port 3000 is taken."],
  [
    failure("ENOSPC", "ENOSPC: no space left on device, write"),
    "There is no room left on the disk (ENOSPC: no space left on device, write): make room and start again.",
  ],
  [
    new Error("Failed query: CREATE TABLE a (\n)", {
      cause: failure("53100", 'could not extend file "base/1/2"\nHint: Check free disk space.'),
    }),
    'There is no room left on the disk (could not extend file "base/1/2"): make room and start again.',
  ],
  [
    new Error("Failed query", { cause: failure("42501", "permission denied for schema public") }),
    "The database refuses what Errata needs (permission denied for schema public): let its user make tables there.",
  ],
  [
    failure("57P01", "terminating connection due to administrator command"),
    "The database cannot be used now (terminating connection due to administrator command): start again once it can.",
  ],
])("says in one line why nothing started: %s", (error, line) => expect(whyNotStarted(error)).toBe(line));

it.each([new TypeError("x is not a function"), failure("42P01", "no such table"), "text", null])(
  "leaves what nobody thought of to its stack: %s",
  (error) => expect(whyNotStarted(error)).toBeNull(),
);
