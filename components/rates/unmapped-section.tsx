"use client";

import { useQuery } from "@tanstack/react-query";
import { UnmappedShareFigure } from "@/components/charts/unmapped-share-figure";
import { Section } from "@/components/ui/section";
import type { Filters } from "@/lib/client/filter-params";
import { releasesQuery } from "@/lib/client/releases";
import type { RatesAnswer } from "@/lib/contract/rates";
import { ReleaseList } from "./release-list";

type UnmappedSectionProps = {
  rates: RatesAnswer;
  filters: Filters;
  target: number;
  onRange: (from: string, to: string) => void;
};

/** How much of the failure surface nobody has thought about, over time, against releases and the target. */
export function UnmappedSection({ rates, filters, target, onRange }: UnmappedSectionProps) {
  const { data } = useQuery(releasesQuery(filters));
  return (
    <Section
      title="Unmapped share"
      description="Of the failures of each step. Where nothing failed it is undefined: a gap."
    >
      <UnmappedShareFigure
        {...{ rates, target, onRange }}
        releases={data?.items ?? []}
        below={(markers) => <ReleaseList markers={markers} />}
      />
    </Section>
  );
}
