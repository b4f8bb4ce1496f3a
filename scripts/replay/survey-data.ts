import { createHash } from "node:crypto";
import { parseInstant } from "@/domain/instant";
import type { DataFile } from "./find-files";
import { readItems, timesOf } from "./read-items";

export type Survey = {
  /** SHA-256 over every line that would be sent: the same data set has the same, wherever it lies. */
  content: string;
  /** The newest time in it, as RFC 3339; null when no line has one. */
  newest: string | null;
};

/** Reads a data set once without sending it, to know which one it is and where its time ends. */
export async function surveyData(files: DataFile[]): Promise<Survey> {
  const hash = createHash("sha256");
  let newest: { iso: string; micros: number } | null = null;
  for (const file of files) {
    hash.update(`${file.rule.kind}\n`);
    for await (const item of readItems(file, 0)) {
      if (!("text" in item)) continue;
      hash.update(item.text).update("\n");
      for (const time of timesOf(file.rule, JSON.parse(item.text))) {
        const instant = parseInstant(time);
        if (instant && (!newest || instant.micros > newest.micros)) newest = instant;
      }
    }
  }
  return { content: hash.digest("hex"), newest: newest?.iso ?? null };
}
