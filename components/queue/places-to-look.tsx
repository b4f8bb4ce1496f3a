"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Kbd } from "@/components/ui/kbd";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { attributeValues, templateValues } from "@/domain/template";
import { describeError } from "@/lib/client/api-error";
import { useMay } from "@/lib/client/session";
import { toolsQuery } from "@/lib/client/tools";
import type { CaseDetail } from "@/lib/contract/cases";
import { type FilledLink, fillTemplate } from "./fill-template";
import { OutsideLink } from "./outside-link";
import { ProbePanel } from "./probe-panel";

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
      {data && runbook === null && link_templates.length === 0 && <NoRunbook of={of} />}
      <div className="flex flex-col gap-3 empty:hidden">
        {link_templates.length > 0 && (
          <Places links={link_templates.map((template) => filledLink(template, of))} />
        )}
        <ProbePanel of={of} />
        {runbook !== null && (
          <Suspense fallback={<Skeleton className="h-24 max-w-prose" />}>
            <Runbook text={runbook} />
          </Suspense>
        )}
      </div>
    </Section>
  );
}

/** The links, the first of which has a key. */
function Places({ links }: { links: readonly FilledLink[] }) {
  const first = links.find((link) => "url" in link);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {links.map((link) => (
        <li
          key={`${link.label} ${"url" in link ? link.url : ""}`}
          className="inline-flex min-w-0 items-center gap-1"
        >
          <PlaceLink link={link} />
          {link === first && <Kbd>o</Kbd>}
        </li>
      ))}
      {first && <OpenFirst link={first} />}
    </ul>
  );
}

function OpenFirst({ link }: { link: Extract<FilledLink, { url: string }> }) {
  const open = () => void window.open(link.url, "_blank", "noopener,noreferrer");
  usePageKeys([{ keys: "o", label: "Open the first place outside", run: open }]);
  return null;
}

function NoRunbook({ of: { tool } }: { of: CaseDetail }) {
  const mayWrite = useMay("tools.manage");
  return (
    <p className="max-w-prose break-words text-muted text-sm">
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

/** A link may name what a probe may; attributes only where this reader gets to see them. */
function filledLink(template: { label: string; url: string }, of: CaseDetail): FilledLink {
  const last = of.attempts.at(-1);
  const values = { ...templateValues(of, last), ...attributeValues(template.url, last?.snapshot) };
  return fillTemplate(template, values);
}

function PlaceLink({ link }: { link: FilledLink }) {
  if ("url" in link) return <OutsideLink url={link.url} label={link.label} />;
  return (
    <span className="text-faint">
      {link.label} (not linked: {link.problem})
    </span>
  );
}
