"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { useMay } from "@/lib/client/session";
import { toolsQuery } from "@/lib/client/tools";
import type { CaseDetail } from "@/lib/contract/cases";
import { type FilledLink, fillTemplate, type TemplateValues } from "./fill-template";
import { OutsideLink } from "./outside-link";

/** Markdown is read only where there is some. */
const Runbook = lazy(() => import("./runbook").then(({ Runbook }) => ({ default: Runbook })));

/** The tool's links, filled in for this case, and its runbook. */
export function PlacesToLook({ of }: { of: CaseDetail }) {
  const { data, error, refetch, isFetching } = useQuery(toolsQuery);
  const tool = data?.items.find((each) => each.tool === of.tool);
  const { runbook = null, link_templates = [] } = tool ?? {};
  return (
    <Section title="Where to look">
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <Skeleton className="w-64" />}
      {data && runbook === null && link_templates.length === 0 && <NoRunbook tool={of.tool} />}
      <div className="flex flex-col gap-3 empty:hidden">
        {link_templates.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {link_templates.map((template) => (
              <li key={`${template.label} ${template.url}`} className="min-w-0">
                <PlaceLink link={fillTemplate(template, templateValues(of))} />
              </li>
            ))}
          </ul>
        )}
        {runbook !== null && (
          <Suspense fallback={<Skeleton className="h-24 max-w-prose" />}>
            <Runbook text={runbook} />
          </Suspense>
        )}
      </div>
    </Section>
  );
}

function NoRunbook({ tool }: { tool: string | null }) {
  const mayWrite = useMay("tools.manage");
  return (
    <p className="max-w-prose text-muted text-sm">
      There is no runbook for {tool ?? "this tool"} yet. Where to look and what counts as proof can be written
      down once, with links that are filled in for each case:{" "}
      {mayWrite ? (
        <Link href="/settings/tools" className="text-accent underline underline-offset-2">
          write one under Settings, Tools
        </Link>
      ) : (
        "ask an engineer to write one under Settings, Tools"
      )}
      .
    </p>
  );
}

/** What the links of a tool may name. The attempt is the last one. */
function templateValues(of: CaseDetail): TemplateValues {
  const { case_id, tool, service, tenant, environment, idempotency_key } = of;
  const last = of.attempts.at(-1);
  return {
    ...{ case_id, tool, service, tenant, environment, idempotency_key },
    reference: last?.reference ?? null,
    run_id: last?.run_id ?? null,
    call_id: last?.call_id ?? null,
    event_id: last?.event_id ?? null,
  };
}

function PlaceLink({ link }: { link: FilledLink }) {
  if ("url" in link) return <OutsideLink url={link.url} label={link.label} />;
  return (
    <span className="text-faint">
      {link.label} (not linked: {link.problem})
    </span>
  );
}
