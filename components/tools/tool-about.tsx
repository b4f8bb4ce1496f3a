import Link from "next/link";
import type { ReactNode } from "react";
import { formatSeconds } from "@/components/charts/prepare-format";
import { KeyValues } from "@/components/ui/key-values";
import { Section } from "@/components/ui/section";
import type { Tool } from "@/lib/contract/tools";

type ToolAboutProps = { tool: Tool; mayManage: boolean; runbook: ReactNode };

/** What people declared about a tool, and where a person looks. */
export function ToolAbout({ tool, mayManage, runbook }: ToolAboutProps) {
  return (
    <Section
      title="What is known of it"
      actions={
        <Link
          href={`/settings/tools?tool=${encodeURIComponent(tool.tool)}`}
          className="text-accent text-sm underline-offset-2 hover:underline"
        >
          {mayManage ? "Change under Settings" : "Settings"}
        </Link>
      }
    >
      <KeyValues
        items={[
          { key: "Owner", value: tool.owner ?? <span className="text-faint">nobody named</span> },
          { key: "In flight up to", value: formatSeconds(tool.in_flight_seconds) },
          { key: "Key protects for", value: formatSeconds(tool.key_life_seconds) },
          { key: "To be settled within", value: formatSeconds(tool.sla_seconds) },
          { key: "Second person", value: tool.needs_second_person ? "required" : "not required" },
          { key: "Looked up at", value: <Links of={tool} /> },
        ]}
      />
      {runbook && <div className="pt-4">{runbook}</div>}
    </Section>
  );
}

function Links({ of: { link_templates } }: { of: Tool }) {
  if (link_templates.length === 0) return <span className="text-faint">no links</span>;
  return (
    <ul>
      {link_templates.map(({ label, url }) => (
        <li key={`${label} ${url}`}>
          {label}: <code className="break-all text-muted">{url}</code>
        </li>
      ))}
    </ul>
  );
}
