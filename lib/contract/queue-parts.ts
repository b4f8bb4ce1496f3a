import { z } from "zod";
import { isBlank, isPlainName, sanitizeText } from "@/domain/text";

/** A text a person wrote; what PostgreSQL refuses is replaced. */
export const text = z
  .string()
  .max(8192)
  .transform((sent) => sanitizeText(sent.trim()))
  .refine((sent) => !isBlank(sent), "must not be blank");

/** A name: a source, a kind, a label, a run. */
export const shortText = z
  .string()
  .max(200)
  .transform((sent) => sanitizeText(sent.trim()))
  .refine((sent) => !isBlank(sent), "must not be blank")
  .refine(isPlainName, "must be on one line, without characters that turn the reading direction");

/** Left out, null and blank are the same: not said. */
export const optionalText = (limit: number) =>
  z
    .string()
    .max(limit)
    .nullish()
    .transform((sent) => (isBlank(sent ?? "") ? null : sanitizeText((sent ?? "").trim())));

/** A link people may follow: nothing but http and https. */
export const optionalUrl = optionalText(2048).refine(
  (sent) => sent === null || (/^https?:\/\//i.test(sent) && URL.canParse(sent)),
  "must be an http or https URL",
);

const asStored = (limit: number) => z.string().min(1).max(limit).transform(sanitizeText);

/** A tool as events name it: not trimmed, since nothing else is the same tool; never blank. */
export const toolName = asStored(200).refine((sent) => /\S/.test(sent), "must not be blank");
export const idempotencyKey = asStored(255);

/** A part of an intent in a question or a report: left out or null matches any value, empty means "absent". */
export const intentPart = z
  .string()
  .max(200)
  .nullish()
  .transform((sent) => (typeof sent === "string" ? sanitizeText(sent) : undefined));

/** A search text in a body. A blank one is refused, since it would choose everything. */
export const searchInBody = z
  .string()
  .max(255)
  .regex(/\S/, "must not be blank; leave it out to choose by the rest")
  .transform((sent) => sanitizeText(sent.trim()))
  .optional();
