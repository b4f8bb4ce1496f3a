import type { SilenceEvidence, SilenceState } from "./silence-states";

export type SaidSilence = {
  state: SilenceState;
  tool: string;
  code: string;
  release: string | null;
  evidence: SilenceEvidence;
};

/** What is known of a silence and what follows from it, in one or two sentences; numbers are those of the evidence. */
export function saySilence({ state, tool, code, release, evidence }: SaidSilence): string {
  const since = release === null ? "since then" : `since release ${release}`;
  switch (state) {
    case "hidden":
      return `Calls go on, ${code} no longer comes, and unmapped failures of ${tool} rose ${since}: ${rounded(evidence.unmapped_since)} against ${rounded(evidence.unmapped_expected)} expected. What it named most likely goes on without a name.`;
    case "fixed":
      return `${traffic(evidence, tool)}, ${code} no longer comes, and unmapped failures did not rise ${since}: most likely fixed.`;
    case "no_traffic":
      return `${traffic(evidence, tool)}: too little for ${code} to be missed.`;
    case "producer_stopped":
      return `The service has reported nothing since: neither failures nor calls. Look at the producer before believing that anything is fixed.`;
    case "unexplained":
      return `Nothing tells whether ${tool} is still called: its calls are not reported, and it has no other failures. Report calls to know.`;
    case "returned":
      return `${code} was silent and has been seen again.`;
  }
}

function traffic(evidence: SilenceEvidence, tool: string): string {
  const { calls_since, calls_expected, others_since, others_expected } = evidence;
  if (calls_since !== null && calls_expected !== null)
    return `${tool} was called ${rounded(calls_since)} times since, against ${rounded(calls_expected)} expected`;
  return `${tool} had ${rounded(others_since)} other failures since, against ${rounded(others_expected)} expected (its calls are not reported)`;
}

const count = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 3 });
const rounded = (value: number) =>
  Number.isInteger(value) ? value.toLocaleString("en-GB") : count.format(value);
