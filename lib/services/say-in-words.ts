import { instantFromDate } from "@/domain/instant";
import { type SayToUser, sayToUser, type ToSay } from "@/domain/say-to-user";
import type { ServiceContext } from "./context";

/** What may be said of a failure now, in this installation's words and time. */
export function sayInWords({ settings, now }: ServiceContext, about: ToSay): SayToUser {
  return sayToUser(about, { ...settings, zone: settings.time_zone, now: instantFromDate(now()).iso });
}
