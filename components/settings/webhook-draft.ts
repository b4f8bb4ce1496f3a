import type { WebhookType } from "@/domain/webhook";
import type { NewWebhook, Webhook } from "@/lib/contract/webhooks";

/** The form: an empty list of a filter lets everything pass. */
export type WebhookDraft = {
  name: string;
  url: string;
  types: readonly WebhookType[];
  tenants: readonly string[];
  environments: readonly string[];
  services: readonly string[];
  tools: readonly string[];
};

/** What most receivers want: the answer a runtime waits for, and that it no longer stands. */
const USUAL: readonly WebhookType[] = ["case.settled", "case.reopened"];

/** The form of a new webhook, or of one that is there. */
export function webhookDraft(webhook: Webhook | null): WebhookDraft {
  if (webhook === null) {
    return { name: "", url: "", types: USUAL, tenants: [], environments: [], services: [], tools: [] };
  }
  const { name, url, types, tenants, environments, services, tools } = webhook;
  return {
    ...{ name, url, types: types as WebhookType[] },
    ...{
      tenants: tenants ?? [],
      environments: environments ?? [],
      services: services ?? [],
      tools: tools ?? [],
    },
  };
}

/** What is sent. */
export function webhookWire(draft: WebhookDraft): NewWebhook {
  const only = (values: readonly string[]) => (values.length === 0 ? null : [...values]);
  return {
    name: draft.name,
    url: draft.url,
    types: [...draft.types],
    tenants: only(draft.tenants),
    environments: only(draft.environments),
    services: only(draft.services),
    tools: only(draft.tools),
  };
}
