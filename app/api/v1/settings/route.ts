import { settings, settingsChange } from "@/lib/contract/settings";
import { defineRoute } from "@/lib/http/define-route";
import { updateSettings } from "@/lib/services/settings/update-settings";

export const GET = defineRoute({
  operation: "readSettings",
  summary: "The installation’s settings.",
  answers: settings,
  capability: "settings.manage",
  handle: ({ ctx }) => ctx.settings,
});

export const PUT = defineRoute({
  operation: "updateSettings",
  summary: "Changes settings; what is left out stays.",
  answers: settings,
  capability: "settings.manage",
  body: settingsChange,
  handle: ({ ctx, body }) => updateSettings(ctx, body),
});
