// over 250 lines because it is one list: what each page asks.
import type { Database } from "@/db/client";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { codesInput } from "@/lib/client/codes";
import { exploreInput, failureRatesInput } from "@/lib/client/explore";
import type { ExploreState } from "@/lib/client/explore-params";
import type { Filters } from "@/lib/client/filter-params";
import { intakeInput } from "@/lib/client/intake";
import { movesInput } from "@/lib/client/next-moves";
import { ratesInput } from "@/lib/client/rates";
import { recoveryInput } from "@/lib/client/recovery";
import { resolveRange } from "@/lib/client/time-range";
import { toolReviewsInput } from "@/lib/client/tool-reviews";
import { burnDownInput, worklistInput } from "@/lib/client/unmapped";
import { codesQuery } from "@/lib/contract/codes";
import { eventsQuery } from "@/lib/contract/events-list";
import { intakeQuery } from "@/lib/contract/intake";
import { movedEventsQuery, nextMovesQuery } from "@/lib/contract/next-moves";
import { failureRatesQuery, ratesQuery } from "@/lib/contract/rates";
import { recoveryQuery } from "@/lib/contract/recovery";
import { releasesQuery } from "@/lib/contract/releases";
import { silencesQuery } from "@/lib/contract/silences";
import { toolReviewsQuery } from "@/lib/contract/tool-reviews";
import { burnDownQuery, worklistQuery } from "@/lib/contract/unmapped";
import { listCodes } from "@/lib/services/codes/list-codes";
import { readCode } from "@/lib/services/codes/read-code";
import type { ServiceContext } from "@/lib/services/context";
import { listEvents } from "@/lib/services/events/list-events";
import { listLeaks } from "@/lib/services/intake/list-leaks";
import { readIntake } from "@/lib/services/intake/read-intake";
import { countEvents } from "@/lib/services/rates/count-events";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";
import { listFacets } from "@/lib/services/rates/list-facets";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";
import { listMovedEvents } from "@/lib/services/recovery/list-moved-events";
import { readRecovery } from "@/lib/services/recovery/read-recovery";
import { listReleases } from "@/lib/services/releases/list-releases";
import { listSilences } from "@/lib/services/silence/list-silences";
import { listTools } from "@/lib/services/tools/list-tools";
import { reviewTools } from "@/lib/services/tools/review-tools";
import { countGroups } from "@/lib/services/unmapped/count-groups";
import { listWorklist } from "@/lib/services/unmapped/list-worklist";

/** What the header says: no service and no environment chosen. */
export const EVERYTHING: Filters = { range: "90d", from: null, to: null, service: [], environment: [] };

export type Question = { filters: Filters; now: number; zone: string };
type Range = "24h" | "7d" | "30d" | "90d";
export type Reading = {
  page: string;
  question: string;
  ranges?: readonly Range[];
  read: (db: Database, question: Question) => Promise<unknown>;
};

/** Of a context a reading needs no more than this. */
export function contextOf(db: Database): ServiceContext {
  const context = { db, caller: SYSTEM_CALLER, now: () => new Date(), settings: DEFAULT_SETTINGS };
  return context as ServiceContext;
}

const NOTHING_NARROWED = {
  ...{
    tool: [],
    code: [],
    class: [],
    effect: [],
    release: [],
    tenant: [],
    unmapped: [],
    absent: [],
    except: [],
  },
  ...{ show: "stacked", top: 8, compare: false },
} as const;

const rates =
  (parts: Partial<Parameters<typeof ratesInput>[0]>) =>
  (db: Database, { filters, zone, now }: Question) =>
    countEvents(
      contextOf(db),
      ratesQuery.parse(ratesInput({ filters, zone, group_by: undefined, ...parts }, now)),
    );

const explore =
  (parts: Partial<ExploreState>) =>
  (db: Database, { filters, zone, now }: Question) => {
    const state = { ...NOTHING_NARROWED, ...filters, by: "class", ...parts } as ExploreState;
    if (state.show === "rate")
      return countFailureRates(
        contextOf(db),
        failureRatesQuery.parse(failureRatesInput({ state, zone }, now)),
      );
    return countEvents(contextOf(db), ratesQuery.parse(exploreInput({ state, zone }, now)));
  };

const events =
  (parts: object) =>
  (db: Database, { filters, now }: Question) => {
    const { from, to } = resolveRange(filters, now);
    return listEvents(contextOf(db), eventsQuery.parse({ from, to, ...parts }));
  };

const PRODUCTION = { service: ["service-1"], environment: ["production"] };
const narrowed = (question: Question): Question => ({
  ...question,
  filters: { ...question.filters, ...PRODUCTION },
});
const ONCE: readonly Range[] = ["90d"];

/** Each question that a page asks on its own, with the very query that it sends. */
export const READINGS: readonly Reading[] = [
  { page: "Overview", question: "by class, compared", read: rates({ group_by: "class", compare: true }) },
  { page: "Overview", question: "codes", read: rates({ group_by: "code", points: false }) },
  {
    page: "Overview",
    question: "one service",
    read: (db, question) => rates({ group_by: "class", compare: true })(db, narrowed(question)),
  },
  {
    page: "Overview",
    question: "releases",
    read: (db, { filters, now }) => {
      const { from, to } = resolveRange(filters, now);
      return listReleases(contextOf(db), releasesQuery.parse({ from, to }));
    },
  },
  { page: "Explore", question: "by class", read: explore({}) },
  { page: "Explore", question: "by code, compared", read: explore({ by: "code", compare: true }) },
  { page: "Explore", question: "by tool", read: explore({ by: "tool" }) },
  { page: "Explore", question: "by effect", read: explore({ by: "effect" }) },
  { page: "Explore", question: "by release", read: explore({ by: "release" }) },
  { page: "Explore", question: "one code by release", read: explore({ by: "release", code: ["code_5_1"] }) },
  { page: "Explore", question: "rate of all", read: explore({ show: "rate" }) },
  { page: "Explore", question: "rate by tool", read: explore({ show: "rate", by: "tool" }) },
  { page: "Explore", question: "filters", ranges: ONCE, read: (db) => listFacets(contextOf(db)) },
  { page: "Unmapped", question: "share", read: rates({}) },
  { page: "Unmapped", question: "share by tool", read: rates({ group_by: "tool" }) },
  { page: "Unmapped", question: "share by release", read: rates({ group_by: "release" }) },
  {
    page: "Unmapped",
    question: "worklist",
    read: (db, { filters, now }) =>
      listWorklist(contextOf(db), worklistQuery.parse(worklistInput(filters, now))),
  },
  {
    page: "Unmapped",
    question: "worklist of a service",
    read: (db, question) => {
      const { filters, now } = narrowed(question);
      return listWorklist(contextOf(db), worklistQuery.parse(worklistInput(filters, now)));
    },
  },
  {
    page: "Unmapped",
    question: "burn-down",
    read: (db, { filters, zone, now }) =>
      countGroups(contextOf(db), burnDownQuery.parse(burnDownInput(filters, zone, now))),
  },
  {
    page: "Codes",
    question: "all codes",
    read: (db, { filters, now }) => listCodes(contextOf(db), codesQuery.parse(codesInput(filters, now))),
  },
  {
    page: "Codes",
    question: "of a service",
    read: (db, question) => {
      const { filters, now } = narrowed(question);
      return listCodes(contextOf(db), codesQuery.parse(codesInput(filters, now)));
    },
  },
  {
    page: "Codes",
    question: "one code",
    read: (db, { filters, now }) =>
      readCode(contextOf(db), { ...codesQuery.parse(codesInput(filters, now)), code: "code_5_1" }),
  },
  {
    page: "Codes, Tools",
    question: "silent codes",
    ranges: ONCE,
    read: (db) => listSilences(contextOf(db), silencesQuery.parse({ limit: "500" })),
  },
  {
    page: "Tools",
    question: "tools by class",
    read: (db, { filters, now }) =>
      reviewTools(contextOf(db), toolReviewsQuery.parse(toolReviewsInput(filters, undefined, now))),
  },
  {
    page: "Tools",
    question: "one tool",
    read: (db, { filters, now }) =>
      reviewTools(contextOf(db), toolReviewsQuery.parse(toolReviewsInput(filters, "tool_5", now))),
  },
  {
    page: "Tools",
    question: "codes of a tool",
    read: (db, { filters, now }) =>
      listCodes(contextOf(db), codesQuery.parse({ ...codesInput(filters, now), tool: "tool_5" })),
  },
  {
    page: "Tools",
    question: "moves after a tool",
    read: (db, { filters, now }) =>
      countNextMoves(contextOf(db), nextMovesQuery.parse({ ...movesInput(filters, now), tool: "tool_5" })),
  },
  { page: "Tools", question: "registry", ranges: ONCE, read: (db) => listTools(contextOf(db)) },
  {
    page: "Recovery",
    question: "attempts",
    read: (db, { filters, now }) =>
      readRecovery(
        contextOf(db),
        recoveryQuery.parse(recoveryInput({ filters, known_from: null, compare: null }, now)),
      ),
  },
  {
    page: "Recovery",
    question: "of a service",
    read: (db, question) => {
      const { filters, now } = narrowed(question);
      return readRecovery(
        contextOf(db),
        recoveryQuery.parse(recoveryInput({ filters, known_from: null, compare: null }, now)),
      );
    },
  },
  {
    page: "Recovery",
    question: "before and after a release",
    read: (db, { filters, now }) =>
      readRecovery(
        contextOf(db),
        recoveryQuery.parse(recoveryInput({ filters, known_from: null, compare: "r5" }, now)),
      ),
  },
  {
    page: "Recovery",
    question: "computed",
    read: (db, { filters, now }) =>
      readRecovery(
        contextOf(db),
        recoveryQuery.parse(recoveryInput({ filters, known_from: "computed", compare: null }, now)),
      ),
  },
  {
    page: "Next moves",
    question: "by class",
    read: (db, { filters, now }) =>
      countNextMoves(contextOf(db), nextMovesQuery.parse(movesInput(filters, now))),
  },
  {
    page: "Next moves",
    question: "events of a rule",
    read: (db, { filters, now }) =>
      listMovedEvents(
        contextOf(db),
        movedEventsQuery.parse({ ...movesInput(filters, now), rule: "validation_unchanged" }),
      ),
  },
  { page: "Events", question: "all", read: events({}) },
  {
    page: "Events",
    question: "a rare code of a tenant",
    read: events({ code: "code_5_17", tenant: "tenant-3" }),
  },
  { page: "Events", question: "a code in one release", read: events({ code: "code_5_3", release: "r2" }) },
  { page: "Events", question: "nothing", read: events({ code: "code_5_1", tool: "tool_6" }) },
  {
    page: "Intake",
    question: "by source",
    read: (db, { filters, zone, now }) =>
      readIntake(contextOf(db), intakeQuery.parse(intakeInput({ filters, zone, door: null }, now))),
  },
  { page: "Intake", question: "leaks", ranges: ONCE, read: (db) => listLeaks(contextOf(db), {}) },
];
