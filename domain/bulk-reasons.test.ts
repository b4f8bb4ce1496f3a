import { expect, test } from "vitest";
import { reasonInGeneral } from "./bulk-rules";

test.each(["contradicted", "escalated", "evidence_says_committed", "case_moved_on"])(
  "a person reads in a sentence why cases were left out as %s",
  (code) => {
    expect(reasonInGeneral(code)).toMatch(/^[A-Z].+ .+\.$/);
  },
);
