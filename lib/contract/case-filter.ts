import { z } from "zod";
import { CASE_FLAGS, CASE_STATES, CASE_VIEWS } from "@/domain/case-rules";
import { sanitizeText } from "@/domain/text";
import { instant } from "./access";
import { optionalText, searchInBody } from "./queue-parts";

const LIMIT_MAX = 200;

/** One value or several; repeated names in a query mean "any of". */
const anyOf = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]),
    z.array(value).min(1, "give at least one, or leave it out").max(100).optional(),
  );

const filterValue = z.string().max(200).transform(sanitizeText);
const queueFilter = {
  tool: anyOf(filterValue),
  service: anyOf(filterValue),
  tenant: anyOf(filterValue),
  environment: anyOf(filterValue),
};

/** What a list, and a bulk action over "all that match", may be narrowed to. Times are half-open. */
export const caseFilter = {
  state: anyOf(z.enum(CASE_STATES)),
  ...queueFilter,
  flag: anyOf(z.enum(CASE_FLAGS)),
  opened_from: instant.optional(),
  opened_to: instant.optional(),
  deadline_from: instant.optional(),
  deadline_to: instant.optional(),
  /** People's ids, `me`, or `nobody`. */
  assigned_to: anyOf(z.union([z.guid().transform((id) => id.toLowerCase()), z.enum(["me", "nobody"])])),
  /** Whether somebody holds it now. */
  claimed: z
    .enum(["true", "false"])
    .transform((sent) => sent === "true")
    .optional(),
  /**
   * The whole idempotency key, or in whatever case of letters a reference of one of its attempts or the case's id. With
   * `*` at its end, after three characters or more: how one of these begins.
   */
  q: optionalText(255).transform((sent) => sent ?? undefined),
};

/** `GET /api/v1/cases`: the nearest deadline first; `view=settled`: newest first. */
export const casesQuery = z.object({
  view: z.enum(CASE_VIEWS).optional(),
  ...caseFilter,
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});

/**
 * What a body may be narrowed to: the list's filter, but that a blank `q` is refused. In an address a blank field
 * means nothing was asked; in a body it would choose everything.
 */
export const bodyFilter = {
  ...caseFilter,
  q: searchInBody,
};

const { state: _takenIsOpen, ...nextFilter } = bodyFilter;

/** `POST /api/v1/cases/next`: only among these; the body may be left out. A name that is not understood is refused. */
export const nextCaseBody = z.strictObject(nextFilter).optional();
