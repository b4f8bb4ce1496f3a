import { instantFromDate } from "@/domain/instant";
import { CREDENTIALS_ONLY } from "@/domain/scrub/scrub-rules";
import { HIDDEN, scrubName, scrubString } from "@/domain/scrub/scrub-text";
import { type Scrub, scrubValue } from "@/domain/scrub/scrub-value";
import type { ServiceContext } from "./context";
import { runtime } from "./runtime";
import { tallyScrubbed } from "./scrub-tally";
import { newScrub } from "./scrubbing";

/** Left out and null stay what they are. */
type Cleaned = <Words extends string | null | undefined>(
  said: Words,
) => Words extends string ? string : Words;

/** What somebody typed or reported outside events, on its way into the database (decision 0081). */
export type Said = {
  /** Free text: everything the installation has hidden is. */
  text: Cleaned;
  /**
   * What is compared with others of its kind: names, external ids. Credentials go, the rest stays as events' names do, so
   * that the same name meets itself.
   */
  name: Cleaned;
  /** A choice or a filter of people's, kept to be read again: by name and form, but credentials only. */
  choice: <Choice>(said: Choice) => Choice;
  /** Counts what was hidden for the key's source, once what it stood in was stored (decision 0063). */
  count: () => void;
};

/** One pass over what this caller says. People have no source, so what they type is hidden and not counted. */
export function saidBy(ctx: Pick<ServiceContext, "caller" | "now" | "settings">): Said {
  const scrub = newScrub(ctx.settings);
  const names: Scrub = { ...scrub, rules: CREDENTIALS_ONLY };
  const cleaned = (clean: (text: string) => string) =>
    ((said) => (typeof said === "string" ? clean(said) : said)) as Cleaned;
  return {
    // A rule's label may be blank; what was said never becomes it.
    text: cleaned((text) => scrubString(text, scrub).replace(/^\s*$/, text.trim() && HIDDEN)),
    name: cleaned((text) => scrubName(text, names)),
    choice: <Choice>(said: Choice) => scrubValue(said, names) as Choice,
    count: () => {
      const { source_id } = ctx.caller;
      if (source_id === null) return;
      tallyScrubbed(runtime(), source_id, instantFromDate(ctx.now()).iso.slice(0, 10), scrub.kinds);
    },
  };
}

type SaidOfEvidence = { kind: string; external_id: string | null; url: string | null; note: string | null };

/** Evidence as it may be stored, whoever gives it, alone or with a verdict. */
export function saidOfEvidence<Given extends SaidOfEvidence>(said: Said, given: Given): Given {
  const { kind, external_id, url, note } = given;
  return {
    ...given,
    ...{ kind: said.name(kind), external_id: said.name(external_id) },
    ...{ url: said.text(url), note: said.text(note) },
  };
}
