"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { retentionQuery } from "@/lib/client/retention";
import { RetentionDropped } from "./retention-dropped";
import { RetentionForm } from "./retention-form";
import { RetentionKept } from "./retention-kept";
import { RetentionPartitions } from "./retention-partitions";

/** What is kept how long, in how much room, and what was dropped. */
export function RetentionPanel() {
  const retention = useQuery(retentionQuery);
  const { data } = retention;
  return (
    <>
      <Section
        className="border-t-0 pt-0"
        title="Retention"
        description="How long events, frames and what hangs on them are kept. Cases, their attempts and the audit are kept for good."
      >
        {retention.isError && (
          <ErrorState
            {...describeError(retention.error)}
            onRetry={retention.refetch}
            retrying={retention.isFetching}
          />
        )}
        {retention.isPending && <SkeletonRows rows={4} label="Loading the retention" />}
        {data && <RetentionForm retention={data} />}
      </Section>
      {data && <RetentionKept retention={data} />}
      {data && <RetentionPartitions partitions={data.partitions} />}
      {data && <RetentionDropped dropped={data.dropped} kept={data.kept} />}
    </>
  );
}
