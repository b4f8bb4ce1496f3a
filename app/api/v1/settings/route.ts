import { settingsChange } from "@/lib/contract/settings";
import { defineRoute } from "@/lib/http/define-route";
import { updateSettings } from "@/lib/services/settings/update-settings";

export const GET = defineRoute({ capability: "settings.manage", handle: ({ ctx }) => ctx.settings });

export const PUT = defineRoute({
  capability: "settings.manage",
  body: settingsChange,
  handle: ({ ctx, body }) => updateSettings(ctx, body),
});
