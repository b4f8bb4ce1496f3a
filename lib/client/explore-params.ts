import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsNativeArrayOf,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { GROUPINGS } from "@/domain/rate-rows";
import { FILTER_PARAMS } from "./filter-params";

/** How failures over time are drawn: as they add up, side by side, as parts of a whole, or against something. */
export const SHOWS = ["stacked", "lines", "share", "rate", "unmapped"] as const;
export type Show = (typeof SHOWS)[number];

/** How many series stand by themselves; more than twelve nobody tells apart. */
export const TOPS = [5, 8, 12] as const;

const values = parseAsNativeArrayOf(parseAsString).withDefault([]);

/** What only Explore narrows by; the header has range, service and environment. */
export const NARROWING = {
  tool: values,
  code: values,
  class: values,
  effect: values,
  release: values,
  tenant: values,
  unmapped: values,
  absent: values,
  except: values,
};
export type Narrowing = keyof typeof NARROWING;
export const NARROWINGS = Object.keys(NARROWING) as readonly Narrowing[];

/** The whole state of Explore as it stands in the address. */
export const EXPLORE_PARAMS = {
  ...FILTER_PARAMS,
  ...NARROWING,
  by: parseAsStringLiteral(GROUPINGS).withDefault("class"),
  show: parseAsStringLiteral(SHOWS).withDefault("stacked"),
  top: parseAsNumberLiteral(TOPS).withDefault(8),
  compare: parseAsBoolean.withDefault(false),
};

/** Reads the state from a page's `searchParams`. */
export const loadExplore = createLoader(EXPLORE_PARAMS);
export type ExploreState = Awaited<ReturnType<typeof loadExplore>>;

const serialize = createSerializer(EXPLORE_PARAMS);

/** The page that shows this. */
export const exploreHref = (state: Partial<ExploreState>): string => `/explore${serialize(state)}`;
