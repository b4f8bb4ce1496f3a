import { settings } from "@/lib/contract/settings";
import { wordingChange } from "@/lib/contract/wordings";
import { defineRoute } from "@/lib/http/define-route";
import { changeWording } from "@/lib/services/settings/change-wording";

export const PUT = defineRoute({
  operation: "changeWording",
  summary:
    "Words what support says of one class where the effect stands so, instead of the wording that was seen.",
  answers: settings,
  capability: "settings.manage",
  body: wordingChange,
  handle: ({ ctx, body }) => changeWording(ctx, body),
});
